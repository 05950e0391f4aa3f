"""Matrices in files .npy for the tests of the command, with nothing but Python: NumPy need not be there.

  write FILE TYPE ORDER M N SEED     elements that are small whole numbers: products are exact in every type;
                                     with a negative seed fractions: bits tell in which order products were added
  identity FILE N                    of order N, doubles, in a sparse file
  check C TYPE ORDER A B             C = A B, exactly, of this type and order (f4, f8, c8, c16; C, F)
  solves X TYPE ORDER A B            A X = B, with a residual as LAPACK's testers take it, below 30
"""
import array
import ast
import random
import struct
import sys


def header_of(kind, order, m, n):
    text = "{'descr': '<%s', 'fortran_order': %s, 'shape': (%d, %d), }" % (kind, order == 'F', m, n)
    text += ' ' * (-(10 + len(text) + 1) % 64) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(text)) + text.encode()


def write(name, kind, order, m, n, seed):
    numbers = random.Random(seed)
    parts = 2 if kind.startswith('c') else 1
    size = int(kind[1:]) // parts
    values = array.array('f' if size == 4 else 'd',
                         [numbers.random() if seed < 0 else numbers.randint(-9, 9) for _ in range(m * n * parts)])
    with open(name, 'wb') as out:
        out.write(header_of(kind, order, m, n))
        values.tofile(out)


def identity(name, n):
    with open(name, 'wb') as out:
        begin = out.write(header_of('f8', 'F', n, n))
        out.truncate(begin + 8 * n * n)
        for i in range(n):
            out.seek(begin + 8 * (n + 1) * i)
            out.write(struct.pack('<d', 1))


def read(name):
    """Type, order, and the rows."""
    with open(name, 'rb') as file:
        head = file.read(10)
        assert head[:8] == b'\x93NUMPY\x01\x00', head
        header = ast.literal_eval(file.read(struct.unpack('<H', head[8:])[0]).decode())
        kind = header['descr'][1:]
        m, n = header['shape']
        parts = 2 if kind.startswith('c') else 1
        values = array.array('f' if int(kind[1:]) // parts == 4 else 'd')
        values.frombytes(file.read())
    assert len(values) == m * n * parts, (name, len(values))
    flat = list(map(complex, values[::2], values[1::2])) if parts == 2 else list(values)
    if header['fortran_order']:
        return kind, 'F', [flat[i::m] for i in range(m)]
    return kind, 'C', [flat[i * n:(i + 1) * n] for i in range(m)]


def check(c_name, kind, order, a_name, b_name):
    found_kind, found_order, c = read(c_name)
    assert (found_kind, found_order) == (kind, order), (found_kind, found_order)
    a, b = read(a_name)[2], read(b_name)[2]
    columns = list(zip(*b))
    expected = [[sum(map(lambda x, y: x * y, row, column)) for column in columns] for row in a]
    assert c == expected, c_name


def solves(x_name, kind, order, a_name, b_name):
    found_kind, found_order, x = read(x_name)
    assert (found_kind, found_order) == (kind, order), (found_kind, found_order)
    a, b = read(a_name)[2], read(b_name)[2]
    eps = 2.0**-24 if kind in ('f4', 'c8') else 2.0**-53
    norm = max(sum(map(abs, row)) for row in a)
    for x_j, b_j in zip(zip(*x), zip(*b)):
        largest = max(abs(b_ij - sum(map(lambda p, q: p * q, row, x_j))) for row, b_ij in zip(a, b_j))
        residual = largest / (norm * max(map(abs, x_j)) * len(a) * eps)
        assert residual < 30, (x_name, residual)


if __name__ == '__main__':
    if sys.argv[1] == 'write':
        write(*sys.argv[2:5], *map(int, sys.argv[5:8]))
    elif sys.argv[1] == 'identity':
        identity(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1] == 'check':
        check(*sys.argv[2:7])
    else:
        solves(*sys.argv[2:7])
