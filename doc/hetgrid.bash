# Completion of hetgrid in bash: subcommands and options are those that --help lists.
_hetgrid() {
  local word=${COMP_WORDS[COMP_CWORD]} command='' k
  for ((k = 1; k < COMP_CWORD; k++)); do
    case ${COMP_WORDS[k]} in
      --) command='' ;; # hetgrid emulate ... -- hetgrid time: what counts is behind it
      -* | */* | hetgrid) ;;
      *) [ -z "$command" ] && command=${COMP_WORDS[k]} ;;
    esac
  done
  local help=$("${COMP_WORDS[0]}" $command --help 2>/dev/null)
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(grep -o -- '--[a-z][a-z-]*' <<<"$help" | sort -u)" -- "$word"))
  elif [ -z "$command" ]; then
    COMPREPLY=($(compgen -W "$(awk '/^  [a-z]/ { print $1 }' <<<"$help")" -- "$word"))
  fi
}
complete -o default -F _hetgrid hetgrid
