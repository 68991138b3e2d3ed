import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf, isGone } from './file-faults.ts'
import type { JournalFile, JournalFiles, OpenMode } from './journal-files.ts'
import { takeWriterLock } from './writer-lock.ts'

const FLAGS: Readonly<Record<OpenMode, string>> = { read: 'r', write: 'r+', create: 'wx+', replace: 'w+' }

/** The file system of this machine. */
export const realFiles: JournalFiles = {
  makeDirectory,
  list: (directory) => readdir(directory),
  open: async (path, mode) => realFile(await open(path, FLAGS[mode], 0o600)),
  remove: (path) => unlink(path),
  syncDirectory,
  lock: takeWriterLock,
}

function realFile(handle: FileHandle): JournalFile {
  return {
    size: async () => (await handle.stat()).size,
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    write: async (bytes, position) => {
      // A disk that fills up takes a part first, and says so only when asked for the rest.
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
        done += bytesWritten
      }
    },
    sync: () => handle.datasync(),
    truncate: (size) => handle.truncate(size),
    close: () => handle.close(),
  }
}

/** One by one: Node's own recursion hides why it failed, and which names are new and have to be synced. */
async function makeDirectory(directory: string): Promise<void> {
  const parent = dirname(resolve(directory))
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST' && (await stat(directory)).isDirectory()) return
    if (!isGone(cause) || parent === directory) throw cause
    await makeDirectory(parent)
    return makeDirectory(directory)
  }
  await syncDirectory(parent)
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory; its file systems keep names without being asked.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
