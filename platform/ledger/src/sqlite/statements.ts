import type { DatabaseSync, StatementSync } from 'node:sqlite'

const COLUMNS = 'c.id, c.revision, c.time, c.key, c.created, c.version, c.previous, c.lease, c.sum, c.value'
const HEAD = 'key, id, revision, created, version, lease'

/** Everything that the store asks of its file, prepared once. */
export function statements(db: DatabaseSync) {
  const prepare = (sql: string): StatementSync => db.prepare(sql)
  return {
    append: prepare('INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    setHeads: prepare(`INSERT OR REPLACE INTO current SELECT ${HEAD} FROM change
      WHERE id IN (SELECT value FROM json_each(?))`),
    head: prepare('SELECT id, revision, created, version, lease FROM current WHERE key = ?'),

    row: prepare(`SELECT ${COLUMNS} FROM change c WHERE id = ?`),
    rows: prepare(`SELECT ${COLUMNS} FROM json_each(?) wanted CROSS JOIN change c ON c.id = wanted.value`),
    lastRow: prepare('SELECT id, revision, time FROM change ORDER BY id DESC LIMIT 1'),
    firstRowFrom: prepare('SELECT id, revision, time FROM change WHERE id >= ? ORDER BY id LIMIT 1'),
    stretch: prepare(`SELECT ${COLUMNS} FROM change c WHERE id > ? ORDER BY id LIMIT ?`),

    newest: prepare(`SELECT ${COLUMNS} FROM current k CROSS JOIN change c ON c.id = k.id
      WHERE k.key >= ? AND k.key < ? AND k.version > 0 ORDER BY k.key LIMIT ?`),
    heads: prepare(`SELECT ${HEAD} FROM current WHERE key >= ? AND key < ? ORDER BY key`),
    headsAfter: prepare(`SELECT ${HEAD} FROM change WHERE id > ? ORDER BY id`),
    count: prepare('SELECT count(*) AS count FROM current WHERE key >= ? AND key < ? AND version > 0'),

    addLease: prepare('INSERT INTO lease (ttl) VALUES (?)'),
    dropLease: prepare('DELETE FROM lease WHERE id = ?'),
    leases: prepare('SELECT id, ttl FROM lease'),
    leased: prepare('SELECT key FROM current WHERE lease = ? AND version > 0'),

    meta: prepare('SELECT value FROM meta WHERE name = ?'),
    setMeta: prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)'),

    sweepRows: prepare('SELECT id, revision, version, key FROM change WHERE id > ? ORDER BY id LIMIT ?'),
    dropReplaced: prepare(
      'DELETE FROM change WHERE id IN (SELECT previous FROM change WHERE id > ? AND id <= ?)',
    ),
    dropRow: prepare('DELETE FROM change WHERE id = ?'),
    dropHead: prepare('DELETE FROM current WHERE key = ? AND id <= ?'),
    freePages: prepare(
      'SELECT freelist_count AS free, page_count AS pages FROM pragma_freelist_count, pragma_page_count',
    ),
    bytes: prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size'),
  }
}

export type Statements = ReturnType<typeof statements>
