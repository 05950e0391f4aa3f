#!/usr/bin/env python3
"""Writes the dispatchers of libhetgrid-scalapack from the table routines.txt, where its format is explained.

    generate.py TABLE --list              every symbol and its class, one a line
    generate.py TABLE FILE.cpp ...        the dispatchers, spread evenly over the files
"""
import argparse
import re
import sys

ELEMENT = {'s': 'float', 'd': 'double', 'c': 'hg_complex8', 'z': 'hg_complex16', 'i': 'int'}
REAL = {'s': 'float', 'd': 'double', 'c': 'float', 'z': 'double', 'i': 'int'}
TYPES = {'int': 'int', 'logical': 'int', 'char': 'char', 'float': 'float', 'double': 'double',
         'scomplex': 'hg_complex8', 'dcomplex': 'hg_complex16'}
WORKSPACE_TYPE = {'work': 'elem', 'rwork': 'real', 'iwork': 'int'}


class TableError(Exception):
    pass


def split(text, separator=' '):
    """Splits at separators outside of brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in '([{') - (character in ')]}')
        if character == separator and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return [part for part in parts if part]


# ---- Arguments -------------------------------------------------------------------------------------------------------


class Parameter:
    """One C parameter. kind: integer, letter, text, value (other scalar), array, descriptor, length (of workspace)."""

    def __init__(self, kind, ctype, name, const=True):
        self.kind, self.ctype, self.name = kind, ctype, name
        self.pointer = f'{"const " if const else ""}{ctype}*'
        self.position = 0  # in the argument list, from 1

    def declaration(self):
        return f'{self.pointer} {self.name}'


class Argument:
    """One item of the table; kind says what it is, parameters are those of the C function that it stands for."""

    def __init__(self, kind, parameters, **details):
        self.kind, self.parameters = kind, parameters
        self.intent = self.condition = None
        self.__dict__.update(details)

    name = property(lambda self: self.parameters[0].name)
    position = property(lambda self: self.parameters[0].position)
    ctype = property(lambda self: self.parameters[0].ctype)


def c_type(name, prefix):
    if name == 'elem':
        return ELEMENT[prefix]
    if name == 'real':
        return REAL[prefix]
    return TYPES[name]


def parse_argument(item, prefix):
    """item without R<>, Z<>."""
    item, *condition = split(item, '?')
    for pattern, make in PATTERNS:
        match = re.fullmatch(pattern, item)
        if match:
            argument = make(prefix, **{name: value for name, value in match.groupdict().items() if value is not None})
            argument.condition = condition[0] if condition else None
            return argument
    raise TableError(f'argument {item}')


def integer(prefix, name):
    return Argument('info', [Parameter('value', 'int', name, False)]) if name == 'info' else \
        Argument('integer', [Parameter('integer', 'int', name)])


def letter(prefix, name):
    return Argument('letter', [Parameter('letter', 'char', name)])


def text(prefix, name):
    return Argument('text', [Parameter('text', 'char', name)])


def descriptor(prefix, name):
    return Argument('descriptor', [Parameter('descriptor', 'int', name)])


def local_array(prefix, name, type):
    return Argument('array', [Parameter('array', c_type(type, prefix), name, False)])


def scalar(prefix, name, type, intent='in', scope=None, index=None):
    kind = 'scoped' if scope else 'scalar'
    return Argument(kind, [Parameter('value', c_type(type, prefix), name, intent == 'in')], intent=intent,
                    scope=scope.split(',') if scope else None, index=bool(index))


def tied(prefix, name, intent, type, place, index=None):
    kind = 'replicated' if place.startswith('rep(') else 'tied'
    return Argument(kind, [Parameter('array', c_type(type, prefix), name, intent == 'in')], intent=intent, place=place,
                    index=bool(index))


def matrix(prefix, name, intent, extent):
    place = [Parameter('integer', 'int', f'{axis}{name}') for axis in 'ij'] if extent[0] == '(' else []
    parameters = [Parameter('array', ELEMENT[prefix], name, intent == 'in'), *place,
                  Parameter('descriptor', 'int', f'desc{name}')]
    return Argument('matrix', parameters, intent=intent, extent=split(extent[1:-1], ','), placed=bool(place))


def vector(prefix, name, intent, length, type='elem'):
    suffix = name[1:] if name == 'sx' else name
    parameters = [Parameter('array', c_type(type, prefix), name, intent == 'in'),
                  *(Parameter('integer', 'int', f'{axis}{suffix}') for axis in 'ij'),
                  Parameter('descriptor', 'int', f'desc{suffix}'), Parameter('integer', 'int', f'inc{suffix}')]
    return Argument('vector', parameters, intent=intent, length=length)


def workspace(prefix, name, type=None, size=None, length=True):
    parameters = [Parameter('array', c_type(type or WORKSPACE_TYPE[name], prefix), name, False)]
    if length:
        parameters.append(Parameter('length', 'int', f'l{name}'))
    return Argument('workspace', parameters, size=size)


def workspace_without_length(prefix, name, type, size):
    return workspace(prefix, name, type, size, length=False)


NAME, TYPE = r'(?P<name>\w+)', r'(?P<type>\w+)'
INTENT = r'(?P<intent>in|out|inout)'
PATTERNS = [
    (NAME, integer),
    (rf'{NAME}!', letter),
    (rf'{NAME}!!', text),
    (rf'{NAME}=desc', descriptor),
    (rf'{NAME}={TYPE}\[\]', local_array),
    (rf'{NAME}={TYPE}', scalar),
    (rf'{NAME}={INTENT}:{TYPE}(\^(?P<scope>[\w,]+)(?P<index>\+index)?)?', scalar),
    (rf'{NAME}={INTENT}:{TYPE}@(?P<place>.*?)(?P<index>\+index)?', tied),
    (rf'{NAME}={INTENT}(?P<extent>\((?:.*,.*)\)|\[.*\])', matrix),
    (rf'{NAME}={INTENT}(:{TYPE})?\((?P<length>.*)\)', vector),
    (rf'\+{NAME}(:{TYPE})?(\{{(?P<size>.*)\}})?', workspace),
    (rf'{NAME}={TYPE}\{{(?P<size>.*)\}}', workspace_without_length),
]


# ---- Routines --------------------------------------------------------------------------------------------------------


def for_prefix(pattern, prefix):
    """{or,un}gqr -> orgqr or ungqr."""
    return re.sub(r'\{(\w+),(\w+)\}', r'\1' if prefix in 'sd' else r'\2', pattern)


class Routine:
    """A line of the table for one prefix."""

    def __init__(self, fields, prefix, language):
        pattern, _, kind, items = fields[:4]
        self.name = 'p' + prefix + for_prefix(pattern, prefix)
        self.element = ELEMENT[prefix]
        self.base = pattern
        self.detail = fields[4] if len(fields) > 4 else ''
        self.language = language
        kind, _, result = kind.partition('->')
        self.kind, _, alias = kind.partition(':')
        self.is_alias = bool(alias)
        self.result = c_type(result, prefix) if result else 'void'
        self.native = 'hg_p' + prefix + for_prefix(alias or pattern, prefix)
        self.arguments = [parse_argument(item, prefix) for item in select(items, prefix)]
        self.parameters = [parameter for argument in self.arguments for parameter in argument.parameters]
        for position, parameter in enumerate(self.parameters, 1):
            parameter.position = position

    def of_kind(self, *kinds):
        return [argument for argument in self.arguments if argument.kind in kinds]

    def argument(self, name):
        return next(argument for argument in self.arguments if argument.name == name)

    @property
    def has_info(self):
        return bool(self.of_kind('info'))

    @property
    def symbol(self):
        return f'HG_FC_GLOBAL({self.name}, {self.name.upper()})'

    def descriptors(self):
        """(descriptor parameter, condition)."""
        return [(parameter, argument.condition) for argument in self.arguments for parameter in argument.parameters
                if parameter.kind == 'descriptor']


def select(items, prefix):
    """The items for a prefix: those in R<> for s and d, in Z<> for c and z."""
    def choose(match):
        return match[2] if (match[1] == 'R') == (prefix in 'sdi') else ''
    return split(re.sub(r'\b([RZ])<([^<>]*)>', choose, items))


def read_table(path):
    routines, language = [], None
    with open(path, encoding='ascii') as table:
        for number, line in enumerate(table, 1):
            line = line.strip()
            if line.startswith('['):
                language = line[1:line.index(']')]
            elif line and not line.startswith('#'):
                fields = [field.strip() for field in line.split(' | ')]
                try:
                    routines += [Routine(fields, prefix, language) for prefix in fields[1]]
                except (TableError, KeyError, ValueError) as error:
                    sys.exit(f'{path}:{number}: {error}')
    return routines


# ---- Expressions -----------------------------------------------------------------------------------------------------


def letters_in(expression, routine):
    """uplo=U -> is(uplo, "U"), norm!=1/O -> !is(norm, "1O")."""
    names = '|'.join(argument.name for argument in routine.of_kind('letter'))
    if not names:
        return expression

    def test(match):
        return f'{match[2] and "!"}is({match[1]}, "{match[3].replace("/", "")}")'
    return re.sub(rf'\b({names})(!?)=([A-Z0-9](?:/[A-Z0-9])*)', test, expression)


CALL_MEMBERS = {'nprow': 'call.nprow()', 'npcol': 'call.npcol()', 'nb': 'call.nb()'}
CALL_FUNCTIONS = {'locr': 'call.locr', 'locc': 'call.locc', 'min': 'wrapper::min', 'max': 'wrapper::max',
                  'rows': 'wrapper::rows', 'cols': 'wrapper::columns', 'row': 'wrapper::is_row', 'lld': 'wrapper::lld',
                  'rep': 'wrapper::Index'}


def expression(text, routine):
    """An expression of the table in C++."""
    text = letters_in(text.replace(';', ','), routine)
    kinds = {parameter.name: parameter.kind for parameter in routine.parameters}
    logicals = {argument.name for argument in routine.of_kind('scalar')}
    operands = {argument.name for argument in routine.of_kind('matrix', 'vector')}

    def translate(match):
        if match[0].startswith(('is(', '"')):
            return match[0]
        name, index, function = match['name'], match['index'], match['function']
        if index and kinds.get(name) in ('array', 'descriptor'):
            return f'{name}[{int(index) - 1}]'
        if function and name in CALL_FUNCTIONS:
            return CALL_FUNCTIONS[name] + '('
        if name in operands:
            return name + '_'
        if kinds.get(name) == 'integer' or name in logicals:
            return '*' + name
        if name in CALL_MEMBERS:
            return CALL_MEMBERS[name]
        raise TableError(f'{routine.name}: {name} in {text}')
    return re.sub(r'is\(\w+, |"\w*"|(?P<name>[a-z]\w*)(?:\((?P<index>\d+)\)|(?P<function>\())?', translate, text)


# ---- C++ -------------------------------------------------------------------------------------------------------------


def wrapped_lines(items, indent, width=110):
    """items joined by commas, in lines that are not too long."""
    lines, line = [], ''
    for item in items:
        if line and indent + len(line) + len(item) + 2 > width:
            lines.append(line.rstrip())
            line = ''
        line += item + ', '
    lines.append(line[:-2])
    return ('\n' + ' ' * indent).join(lines)


def type_list(routine):
    types = [parameter.pointer for parameter in routine.parameters]
    return wrapped_lines(types + ['std::size_t'] * len(passed_lengths(routine)), 20)


def signature(routine):
    """Only lengths that can differ from 1 are taken from the caller: C programs often pass none."""
    declarations = [parameter.declaration() for parameter in routine.parameters]
    declarations += [f'std::size_t {length}' for length in passed_lengths(routine) if length != '1']
    return f'extern "C" {routine.result} {routine.symbol}(\n    {wrapped_lines(declarations, 4)})'


def passed_lengths(routine):
    """What Fortran appends for each CHARACTER argument."""
    if routine.language == 'C':
        return []
    return [f'{parameter.name}_length' if parameter.kind == 'text' else '1'
            for parameter in routine.parameters if parameter.ctype == 'char']


def call(function, routine, values=None, indent=6, lengths=True):
    values = values or [parameter.name for parameter in routine.parameters]
    return f'{function}({wrapped_lines(values + (passed_lengths(routine) if lengths else []), indent)})'


def referenced_descriptors(routine):
    return [f'{expression(condition, routine)} ? {parameter.name} : nullptr' if condition else parameter.name
            for parameter, condition in routine.descriptors()]


def uneven_test(routine):
    descriptors = referenced_descriptors(routine)
    over = re.match(r'over=(\w+)', routine.detail)
    if over:
        if over[1] == 'all':
            return f'any_uneven_anywhere({", ".join(descriptors)})'
        return f'any_uneven_in({", ".join(["*" + over[1]] + descriptors)})'
    return f'any_uneven({", ".join(descriptors)})'


def fetch_scalapack(routine):
    context = routine.descriptors()[0][0].name + '[1]'
    return (f'  static Routine* const routine = scalapack_routine<Routine>(HG_SYMBOL({routine.name}, '
            f'{routine.name.upper()}), {context});\n')


def operand(argument, routine):
    """The declaration of the object that stands for an argument in a wrapped call."""
    name, ctype, position = argument.name, argument.ctype, argument.position
    intent = f'wrapper::{argument.intent}'
    names = [parameter.name for parameter in argument.parameters]
    condition = f', {expression(argument.condition, routine)}' if argument.condition else ''
    if argument.kind == 'matrix':
        extent = ', '.join(expression(part, routine) for part in argument.extent)
        kind = 'Matrix' if argument.placed else 'WholeMatrix'
        return f'wrapper::{kind}<{ctype}> {name}_(call, {position}, {intent}, {", ".join(names)}, {extent}{condition});'
    if argument.kind == 'vector':
        length = expression(argument.length, routine)
        return f'wrapper::Vector<{ctype}> {name}_(call, {position}, {intent}, {", ".join(names)}, {length});'
    if argument.kind == 'tied':
        index = ', true' if argument.index else ''
        lines = expression(argument.place, routine)
        return f'wrapper::TiedVector<{ctype}> {name}_(call, {intent}, {name}, {lines}{index});'
    if argument.kind == 'replicated':
        if argument.intent == 'in':
            return None
        length = expression(argument.place[4:-1], routine)
        return f'wrapper::ReplicatedVector<{ctype}> {name}_(call, {name}, {length}{condition});'
    if argument.kind == 'scoped':
        vectors = ', '.join('&' + vector + '_' for vector in argument.scope)
        index = ', true' if argument.index else ''
        return f'wrapper::ScopedScalar<{ctype}> {name}_(call, {intent}, {name}, {{{vectors}}}{index});'
    if argument.kind == 'workspace':
        if len(names) == 1:
            return f'wrapper::Workspace<{ctype}> {name}_(call, {name});'
        query = 'false' if argument.size else 'true'
        length = argument.parameters[1]
        return f'wrapper::Workspace<{ctype}> {name}_(call, {length.position}, {name}, {length.name}, {query});'
    return None


def moved_arguments(routine):
    """What ScaLAPACK's routine is called with in a wrapped call."""
    values = []
    for argument in routine.arguments:
        names = [parameter.name for parameter in argument.parameters]
        if argument.kind in ('matrix', 'vector', 'tied', 'scoped', 'workspace'):
            names[0] = f'{argument.name}_.data()'
        for position, parameter in enumerate(argument.parameters):
            if argument.kind in ('matrix', 'vector') and parameter.kind == 'integer':
                names[position] = '&wrapper::one'
            if argument.kind in ('matrix', 'vector') and parameter.kind == 'descriptor':
                names[position] = f'{argument.name}_.desc()'
            if parameter.kind == 'length':
                names[position] = f'{argument.name}_.length()'
        if argument.kind == 'vector':
            names[-1] = f'{argument.name}_.increment()'
        values += names
    return values


def is_compared(argument):
    """It must be the same on all processes of a wrapped call: a letter, an integer, a logical."""
    return argument.kind in ('letter', 'integer') or \
        argument.kind == 'scalar' and argument.intent == 'in' and argument.ctype == 'int'


def wrapped_body(routine):
    """The uneven case of a wrapped routine: operands, workspace, call."""
    info = 'info' if routine.has_info else 'nullptr'
    contexts = ', '.join(f'{expression(condition, routine)} ? {parameter.name}[1] : -1' if condition
                         else f'{parameter.name}[1]' for parameter, condition in routine.descriptors())
    first = routine.descriptors()[0][0].position
    lines = [f'wrapper::Call call("{routine.name.upper()}", {info}, {first}, {{{contexts}}});']
    for argument in filter(is_compared, routine.arguments):
        # What is not referenced may differ: all compare the same number instead.
        value = f'{expression(argument.condition, routine)} ? {argument.name} : &wrapper::one' if argument.condition \
            else argument.name
        lines.append(f'call.same({argument.position}, {value});')
    for rule in split(routine.detail if routine.kind == 'wrapped' else '', ','):
        relation, limit = re.fullmatch(r' *block(>=|<=|!\|)(.*)', rule).groups()
        function = {'>=': 'least_block', '<=': 'largest_block', '!|': 'block_not_dividing'}[relation]
        lines.append(f'call.{function}({expression(limit, routine)});')
    # What others refer to comes first.
    for kinds in (('matrix', 'vector'), ('tied', 'replicated', 'scoped', 'workspace')):
        lines += filter(None, (operand(argument, routine) for argument in routine.of_kind(*kinds)))
    sizes = [f'{argument.name}_.reserve({expression(argument.size, routine)});'
             for argument in routine.of_kind('workspace') if argument.size]
    lines.append(f'const auto reserve = [&] {{ {" ".join(sizes)} }};' if sizes else 'const auto reserve = [] {};')
    result = 'result = ' if routine.result != 'void' else ''
    computation = call('routine', routine, moved_arguments(routine), 8)
    lines.append(f'const auto compute = [&] {{\n      {result}{computation};\n    }};')
    lines.append('return call.run(reserve, compute);')
    return '    ' + '\n    '.join(lines) + '\n'


def wrapped_case(routine):
    info = 'info' if routine.has_info else 'nullptr'
    before = after = ''
    if routine.result != 'void':
        before = f'  {routine.result} result = wrapper::not_a_number<{routine.result}>;\n'
        after = '  return result;\n'
    return (f'{before}  wrapper::guarded("{routine.name.upper()}", {info}, [&] {{\n'
            f'{wrapped_body(routine)}  }});\n{after}')


def refused_case(routine):
    info = 'info' if routine.has_info else 'nullptr'
    descriptors = ', '.join(f'{{{parameter.position}, {parameter.name}}}' for parameter, _ in routine.descriptors())
    return f'  refuse("{routine.name.upper()}", {info}, {{{descriptors}}}, "{routine.detail}");\n'


def wraps_partitions(routine):
    """The hg_ routine takes no partitions, and ScaLAPACK's can take its place."""
    return not routine.is_alias and 'partitions' not in routine.detail and not routine.of_kind('array')


def indented(lines):
    return re.sub('^(?=.)', '  ', lines, flags=re.MULTILINE)


def uneven_case(routine):
    if routine.kind == 'wrapped':
        return wrapped_case(routine)
    if routine.kind == 'refused':
        return refused_case(routine)
    if routine.kind == 'special':
        return f'  {call(f"special::{routine.base}<{routine.element}>", routine, lengths=False)};\n'
    native = f'HG_FC_GLOBAL_({routine.native}, {routine.native.upper()})'
    computed = f'  return {call(native, routine, lengths=False)};\n'
    if not wraps_partitions(routine):
        return computed
    # A function returns its result, others nothing.
    wrapped = indented(fetch_scalapack(routine) + wrapped_case(routine))
    after = '' if routine.result != 'void' else '    return;\n'
    return f'  if (any_partitioned({", ".join(referenced_descriptors(routine))})) {{\n{wrapped}{after}  }}\n{computed}'


def dispatcher(routine):
    """The C++ function for a routine."""
    transparent = ''
    if routine.kind == 'intercepted':
        transparent = (f'    if (!ScalapackCall::active() && '
                       f'{call(f"transparent::{routine.base}<{routine.element}>", routine, lengths=False)})\n'
                       f'      return;\n')
    fetch = fetch_scalapack(routine)
    within = '' if routine.kind == 'wrapped' else '  '
    guard = 'PassedThrough' if routine.kind == 'intercepted' else 'ScalapackCall'
    return (f'{signature(routine)} {{\n'
            f'  using Routine = {routine.result}({type_list(routine)});\n'
            f'{fetch if not within else ""}'
            f'  if (!{uneven_test(routine)}) [[likely]] {{\n'
            f'{transparent}'
            f'{within + fetch if within else ""}'
            f'    const {guard} guard;\n'
            f'    return {call("routine", routine)};\n'
            f'  }}\n'
            f'{uneven_case(routine)}}}\n')


def c_function(routine):
    """The name under which C programs have a routine. ScaLAPACK's own Fortran name calls it in turn."""
    name = 'C' + routine.name
    declarations = wrapped_lines([f'int {parameter.name}' if parameter.kind == 'integer' else parameter.declaration()
                                  for parameter in routine.parameters], 4)
    types = wrapped_lines(['int' if parameter.kind == 'integer' else parameter.pointer
                           for parameter in routine.parameters], 20)
    pointers = ['&' * (parameter.kind == 'integer') + parameter.name for parameter in routine.parameters]
    context = routine.descriptors()[0][0].name + '[1]'
    return (f'extern "C" void {name}(\n    {declarations}) {{\n'
            f'  if (!ScalapackCall::active())\n'
            f'    return {call(routine.symbol, routine, pointers, lengths=False)};\n'
            f'  using Routine = void({types});\n'
            f'  static Routine* const routine = scalapack_routine<Routine>("{name}", {context});\n'
            f'  routine({wrapped_lines([parameter.name for parameter in routine.parameters], 6)});\n'
            f'}}\n')


HEAD = '''// Made by generate.py from routines.txt.
#include "hetgrid.h"
#include "scalapack/dispatch.hpp"
#include "scalapack/journal.hpp"
#include "scalapack/special.hpp"
#include "scalapack/transparent/transparent.hpp"
#include "scalapack/wrapper/call.hpp"
#include "scalapack/wrapper/matrix.hpp"
#include "scalapack/wrapper/scoped_scalar.hpp"
#include "scalapack/wrapper/tied_vector.hpp"
#include "scalapack/wrapper/workspace.hpp"

#include <cstddef>

using namespace hetgrid::scalapack;

'''


def write_dispatchers(routines, paths):
    for number, path in enumerate(paths):
        mine = routines[number::len(paths)]
        functions = [dispatcher(routine) for routine in mine]
        functions += [c_function(routine) for routine in mine if 'c-name' in routine.detail]
        with open(path, 'w', encoding='ascii') as file:
            file.write(HEAD + '\n'.join(functions))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--list', action='store_true')
    parser.add_argument('table')
    parser.add_argument('files', nargs='*')
    arguments = parser.parse_args()
    routines = read_table(arguments.table)
    if arguments.list:
        for routine in sorted(routines, key=lambda routine: routine.name):
            print(routine.name, 'native' if routine.kind == 'special' else routine.kind)
    elif arguments.files:
        write_dispatchers(routines, arguments.files)
    else:
        parser.error('name --list or files')


if __name__ == '__main__':
    main()
