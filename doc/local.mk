# What users read: pages, their pictures, manual pages made of hetgrid.h and of what --help says.
EXTRA_DIST += \
	doc/commands.md doc/drop-in.md doc/environment.md doc/install.md doc/interface.md doc/measurements.md \
	doc/partitions.md doc/planner.md doc/platforms.md doc/profiling.md doc/routines.md doc/server.md doc/simulation.md doc/tuning.md \
	doc/pictures.sh doc/pictures/map.svg doc/pictures/plan.svg doc/pictures/server.svg doc/pictures/shape.svg \
	doc/json.md doc/schemas/assess.json doc/schemas/multiply.json doc/schemas/partition.json doc/schemas/plan.json doc/schemas/platform.json doc/schemas/profile.json doc/schemas/report.json \
	doc/schemas/server_lu_plan.json doc/schemas/server_plan.json doc/schemas/solve.json doc/schemas/tasks_plan.json doc/schemas/time.json doc/schemas/time_server.json doc/schemas/tune.json doc/schemas/tuning.json \
	doc/hetgrid.bash doc/man_pages.py

# The pictures, anew.
pictures: hetgrid
	$(SHELL) $(top_srcdir)/doc/pictures.sh $(abs_top_builddir)/hetgrid
.PHONY: pictures

bashcompletiondir = $(datadir)/bash-completion/completions
install-data-local: install-completion
install-completion:
	$(MKDIR_P) '$(DESTDIR)$(bashcompletiondir)'
	$(INSTALL_DATA) $(top_srcdir)/doc/hetgrid.bash '$(DESTDIR)$(bashcompletiondir)/hetgrid'
uninstall-local:
	rm -f '$(DESTDIR)$(bashcompletiondir)/hetgrid'
.PHONY: install-completion

MANUAL_PAGES =
if WITH_MPI
MANUAL_PAGES += man/man3.stamp
man/man3.stamp: $(top_srcdir)/include/hetgrid.h $(top_srcdir)/doc/man_pages.py
	$(AM_V_GEN)$(PYTHON3) $(top_srcdir)/doc/man_pages.py $(top_srcdir)/include/hetgrid.h man/man3 '$(VERSION)' && touch $@
endif
if HELP2MAN
MANUAL_PAGES += man/man1.stamp
man/man1.stamp: hetgrid
	$(AM_V_GEN)$(MKDIR_P) man/man1 && \
	for command in '' `./hetgrid --help | awk '/^  [a-z]/ { print $$1 }'`; do \
	  $(HELP2MAN) --no-info --help-option="$$command --help" --version-string="hetgrid$${command:+-}$$command $(VERSION)" \
	    --name="`./hetgrid $$command --help | sed 's/\.$$//; q'`" \
	    --output="man/man1/hetgrid$${command:+-}$$command.1" ./hetgrid || exit 1; \
	done && touch $@
endif
all-local: $(MANUAL_PAGES)

install-data-local: install-manual-pages
install-manual-pages: $(MANUAL_PAGES)
	for section in 1 3; do \
	  if test -d man/man$$section; then \
	    $(MKDIR_P) '$(DESTDIR)$(mandir)'/man$$section && \
	      $(INSTALL_DATA) man/man$$section/*.$$section '$(DESTDIR)$(mandir)'/man$$section || exit 1; \
	  fi; \
	done
uninstall-local: uninstall-manual-pages
uninstall-manual-pages:
	for section in 1 3; do \
	  for page in man/man$$section/*; do \
	    if test -f "$$page"; then rm -f '$(DESTDIR)$(mandir)'/man$$section/"$${page##*/}"; fi; \
	  done; \
	done
clean-local: clean-manual-pages
clean-manual-pages:
	rm -rf man
.PHONY: install-manual-pages uninstall-manual-pages clean-manual-pages
