/** The same items, until the signal fires: then it fails with its reason at once, even if the source never answers. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let fail: ((reason: unknown) => void) | undefined
  const abort = (): void => fail?.(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        fail = reject
        if (signal.aborted) return reject(signal.reason)
        iterator.next().then(resolve, reject)
      })
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    void iterator.return?.(undefined)?.catch(() => {})
  }
}
