import { type FileHandle, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { JournalFile, JournalFiles, OpenMode } from './journal-files.ts'
import { takeWriterLock } from './writer-lock.ts'

const FLAGS: Readonly<Record<OpenMode, string>> = { read: 'r', write: 'r+', create: 'wx+', replace: 'w+' }

/** The file system of this machine. */
export const realFiles: JournalFiles = {
  makeDirectory: async (directory) => {
    const topmost = await mkdir(directory, { recursive: true, mode: 0o700 })
    if (topmost === undefined) return
    // Every directory from the first new one down is a name that the one above it has to keep.
    for (let made = resolve(directory); ; made = dirname(made)) {
      await syncDirectory(dirname(made))
      if (made === resolve(topmost)) return
    }
  },
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
