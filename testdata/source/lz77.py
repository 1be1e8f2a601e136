# lz77.py - a toy compressor. Tokens are literals runs and (distance, length)
# pairs; see "format" below. Not fast, not clever, but it round-trips.
#
# format:
#   magic   b"LZ7"   3 bytes
#   size    varint   of the original
#   adler   4 bytes  big endian
#   tokens  until the size is reached:
#           0nnnnnnn           n+1 literals follow
#           1nnnnnnn varint    copy n+MIN bytes from that far back

import argparse, os, struct, sys, zlib

MAGIC = b'LZ7'
MIN = 4
MAX = MIN + 127
WINDOW = 1 << 16
CHAIN = 48      # how many earlier places are tried
LAZY = 16       # a match this long is good enough


class Corrupt(Exception): pass


def put_varint(out, n):
  while n > 127:
    out.append(n & 127 | 128)
    n >>= 7
  out.append(n)


def get_varint(buf, i):
  n = shift = 0
  while True:
    if i >= len(buf) or shift > 56: raise Corrupt('varint at %d' % i)
    b = buf[i]
    i += 1
    n |= (b & 127) << shift
    shift += 7
    if b < 128: return n, i


def key(buf, i):
  return buf[i] | buf[i+1] << 8 | buf[i+2] << 16 | buf[i+3] << 24


class Finder:
  # Hash chains: head has the latest place of four bytes, prev the one before.
  def __init__(self, buf):
    self.buf, self.n = buf, len(buf)
    self.head = {}
    self.prev = [-1] * len(buf)
    self.done = 0

  def upto(self, end):
    stop = min(end, self.n - MIN + 1)
    for i in range(self.done, stop):
      k = key(self.buf, i)
      self.prev[i] = self.head.get(k, -1)
      self.head[k] = i
    self.done = max(self.done, end)

  def length(self, a, b):
    buf, limit = self.buf, min(self.n - b, MAX)
    n = 0
    # Whole slices first; a byte at a time only where they differ.
    while n + 16 <= limit and buf[a+n:a+n+16] == buf[b+n:b+n+16]: n += 16
    while n < limit and buf[a+n] == buf[b+n]: n += 1
    return n

  def best(self, i):
    if i + MIN > self.n: return 0, 0
    self.upto(i)
    at, most, far, tries = self.head.get(key(self.buf, i), -1), 0, 0, CHAIN
    while at >= 0 and tries and i - at <= WINDOW:
      if most == 0 or i + most < self.n and self.buf[at+most] == self.buf[i+most]:
        got = self.length(at, i)
        if got > most:
          most, far = got, i - at
          if most >= MAX: break
      at, tries = self.prev[at], tries - 1
    return (most, far) if most >= MIN else (0, 0)


def literals(out, run):
  for i in range(0, len(run), 128):
    part = run[i:i+128]
    out.append(len(part) - 1)
    out += part


def worth(length, far):
  # Bytes saved by a copy against literals.
  cost = 1 + (1 if far < 1 << 7 else 2 if far < 1 << 14 else 3)
  return length - cost


def tokens(buf):
  '''yields (literals, length, distance); the last may have no copy'''
  f, i, start = Finder(buf), 0, 0
  while i < len(buf):
    n, far = f.best(i)
    if n and worth(n, far) > 0:
      if n < LAZY and i + 1 < len(buf):
        m, g = f.best(i + 1)
        if worth(m, g) > worth(n, far) + 1:
          i, n, far = i + 1, m, g
      yield buf[start:i], n, far
      i += n
      start = i
    else:
      i += 1
  if start < len(buf): yield buf[start:], 0, 0


def compress(buf):
  out = bytearray(MAGIC)
  put_varint(out, len(buf))
  out += struct.pack('>I', zlib.adler32(buf))
  for run, n, far in tokens(buf):
    literals(out, run)
    if n:
      out.append(n - MIN | 128)
      put_varint(out, far)
  return bytes(out)


def copy(out, far, n):
  if not 0 < far <= len(out): raise Corrupt('distance %d of %d' % (far, len(out)))
  if far >= n:
    at = len(out) - far
    out += out[at:at+n]
    return
  # overlapping: the last `far` bytes again and again
  piece = bytes(out[-far:])
  out += (piece * (n // far + 1))[:n]


def decompress(buf, limit=1 << 30):
  if buf[:3] != MAGIC: raise Corrupt('no magic')
  size, i = get_varint(buf, 3)
  if size > limit: raise Corrupt('%d bytes are too many' % size)
  want, = struct.unpack_from('>I', buf, i) if len(buf) >= i + 4 else (None,)
  if want is None: raise Corrupt('cut short')
  i += 4
  out = bytearray()
  while len(out) < size:
    if i >= len(buf): raise Corrupt('cut short')
    b, i = buf[i], i + 1
    if b & 128:
      far, i = get_varint(buf, i)
      copy(out, far, (b & 127) + MIN)
    else:
      if i + b + 1 > len(buf): raise Corrupt('cut short')
      out += buf[i:i+b+1]
      i += b + 1
  if len(out) != size: raise Corrupt('too long')
  if zlib.adler32(out) != want: raise Corrupt('checksum')
  return bytes(out)


def stats(buf):
  lit = cop = nlit = ncop = 0
  spread = [0] * 18
  for run, n, far in tokens(buf):
    lit += len(run)
    nlit += bool(run)
    if n:
      cop += n
      ncop += 1
      spread[far.bit_length()] += 1
  print(f'{lit} bytes in {nlit} runs of literals, {cop} in {ncop} copies', file=sys.stderr)
  for bits, count in enumerate(spread):
    if count: print(f'  distance < {1 << bits:6d}: {count}', file=sys.stderr)


def main():
  p = argparse.ArgumentParser(description='toy LZ77')
  p.add_argument('files', nargs='*')
  p.add_argument('-d', '--decompress', action='store_true')
  p.add_argument('-c', '--stdout', action='store_true')
  p.add_argument('-k', '--keep', action='store_true')
  p.add_argument('-v', '--verbose', action='count', default=0)
  o = p.parse_args()
  if not o.files:
    data = sys.stdin.buffer.read()
    sys.stdout.buffer.write(decompress(data) if o.decompress else compress(data))
    return
  bad = 0
  for name in o.files:
    with open(name, 'rb') as f: data = f.read()
    try:
      done = decompress(data) if o.decompress else compress(data)
    except Corrupt as e:
      print(f'{name}: {e}', file=sys.stderr)
      bad = 1
      continue
    if o.verbose:
      small, large = sorted((len(data), len(done)))
      print(f'{name}: {100 * small / max(large, 1):.1f} %', file=sys.stderr)
    if o.verbose > 1 and not o.decompress: stats(data)
    if o.stdout:
      sys.stdout.buffer.write(done)
      continue
    target = name[:-4] if o.decompress and name.endswith('.lz7') else name + ('.out' if o.decompress else '.lz7')
    with open(target, 'wb') as f: f.write(done)
    if not o.keep: os.remove(name)
  sys.exit(bad)


if __name__ == '__main__': main()
