import { ApiError } from '../errors/api-error.ts'
import { UnreadableAnswerError } from '../errors/errors.ts'
import type { Status } from '../errors/status.ts'
import { parseJson } from '../json/parse-json.ts'
import type { ApiObject } from '../kinds/api-object.ts'
import type { StreamEvent } from './watch-event.ts'

const INITIAL_END = 'k8s.io/initial-events-end'

interface Line {
  readonly type: string
  readonly object: ApiObject
}

/** The events of a stream, one a line. What the server says in place of an event is thrown. */
export async function* readEvents<T extends ApiObject>(
  lines: AsyncIterable<string>,
  reading: Reading<T>,
): AsyncGenerator<StreamEvent<T>> {
  for await (const line of lines) yield eventOf(line, reading)
}

interface Reading<T> {
  readonly action: string
  readonly transform: (object: T) => T
}

function eventOf<T extends ApiObject>(line: string, { action, transform }: Reading<T>): StreamEvent<T> {
  const { type, object } = lineOf(line, action)
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object: transform(object as T), version: object.metadata.resourceVersion ?? '' }
    case 'BOOKMARK': {
      const { resourceVersion = '', annotations } = object.metadata
      return { type, version: resourceVersion, initialEnd: annotations?.[INITIAL_END] === 'true' }
    }
    case 'ERROR':
      throw new ApiError({ action, status: object as unknown as Status })
    default:
      throw new UnreadableAnswerError(action, `an event of type "${type}"`)
  }
}

function lineOf(line: string, action: string): Line {
  try {
    const value = parseJson(line) as unknown as Line
    if (typeof value.object !== 'object') throw new Error('an event without an object')
    return value
  } catch (cause) {
    throw new UnreadableAnswerError(action, cause)
  }
}
