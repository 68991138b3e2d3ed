const NEWLINE = 10

/** The lines of a stream of bytes. What comes after the last newline is no line: the stream broke off there. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  for await (const bytes of chunks) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const last = chunk.subarray(start, end)
      const line = pieces.length === 0 ? last : Buffer.concat([...pieces, last])
      pieces = []
      start = end + 1
      if (line.length > 0) yield line.toString('utf8')
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
  }
  if (pieces.length > 0) throw new Error('the stream ended in the middle of a line')
}
