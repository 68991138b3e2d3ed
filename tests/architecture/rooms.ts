const PLATFORM = ['ground', 'ledger', 'apiserver', 'client', 'runtime', 'engine'].map(
  (room) => `platform/${room}`,
)
const APPS = ['charts', 'cloud', 'flux', 'sandbox'].map((room) => `apps/${room}`)

/**
 * Who may import whom, besides itself and `platform/ground`: the table of the design. `providers/*` stands for each
 * provider. Folders that are not rooms (bench, examples, tests, scripts) may import anything.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'platform/ground': [],
  'platform/ledger': [],
  'platform/client': [],
  'platform/engine': [],
  'platform/apiserver': ['platform/ledger'],
  'platform/runtime': ['platform/client'],
  'platform/testing': PLATFORM,
  'providers/*': ['platform/engine'],
  'apps/charts': ['platform/engine', 'platform/runtime', 'platform/client'],
  'apps/cloud': ['platform/engine', 'platform/ledger', 'platform/runtime', 'platform/client'],
  'apps/flux': ['platform/client'],
  'apps/sandbox': ['platform/runtime', 'platform/client'],
  console: ['platform/client'],
  cli: [...PLATFORM, 'providers/*', ...APPS, 'console'],
}

const ROOM = /^(?:(?:platform|providers|apps)\/[^/]+|cli|console)(?=\/)/
const TEST = /\.test\.tsx?$/

/** The room that a path lies in, such as `platform/ledger`; none for bench, examples, tests, scripts and the root. */
export function roomOf(path: string): string | undefined {
  return ROOM.exec(path)?.[0]
}

export function isTest(path: string): boolean {
  return TEST.test(path)
}

/** The rooms that a room may import; `undefined` if the table does not know it. */
export function allowedFor(room: string): readonly string[] | undefined {
  const allowed = MAY_IMPORT[lineOf(room)]
  return allowed && (room === 'platform/ground' ? [] : ['platform/ground', ...allowed])
}

export function mayImport(room: string, other: string): boolean {
  return room === other || allowedFor(room)?.includes(lineOf(other)) === true
}

/** The table's line for a room. */
function lineOf(room: string): string {
  return room.startsWith('providers/') ? 'providers/*' : room
}
