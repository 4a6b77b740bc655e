import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import pg from 'pg'
import { type Note, type OpenCarrier, untilAtWork } from './carriers.ts'

const MAX_BATCH = 64

const TABLES = `
  create table note (seq bigint generated always as identity primary key, id bigint, key text, payload bytea);
  create table place (seq bigint not null); insert into place values (0)`

/**
 * The least that works: a table, NOTIFY with the insert, and one loop that reads what lies behind its saved place. It
 * knows neither partitions nor a second reader, and one connection sends: of two that commit out of order it would skip
 * one's rows.
 */
export function bareTable(postgres: string): OpenCarrier {
  return async (handled) => {
    const database = await createEmptyDatabase(postgres)
    const sender = new pg.Pool({ connectionString: database.url, max: 1 })
    const reader = new pg.Client(database.url)
    await reader.connect()
    await reader.query(TABLES)
    const loop = startLoop(reader, handled)
    await reader.query('listen note')
    const publish = async (notes: readonly Note[]) => {
      await sender.query({
        name: 'publish',
        text: `with sent as (
            insert into note (id, key, payload) select * from unnest($1::bigint[], $2::text[], $3::bytea[]))
          select pg_notify('note', '')`,
        values: [notes.map(({ id }) => id), notes.map(({ key }) => key), notes.map(({ payload }) => payload)],
      })
    }
    await untilAtWork(publish, loop.answered)
    return {
      publish,
      async close() {
        await loop.close()
        await reader.end()
        await sender.end()
        await database.drop()
      },
    }
  }
}

function startLoop(reader: pg.Client, handled: (id: number) => void) {
  let place = '0'
  let busy: Promise<void> | undefined
  let again = false
  let answered = false
  const drain = async () => {
    for (again = true; again; ) {
      again = false
      const { rows } = await reader.query<{ seq: string; id: string; key: string; payload: Buffer }>({
        name: 'fetch',
        text: 'select seq, id, key, payload from note where seq > $1 order by seq limit $2',
        values: [place, MAX_BATCH],
      })
      const last = rows.at(-1)
      if (last === undefined) continue
      answered = true
      again = true
      for (const { id } of rows) handled(Number(id))
      place = last.seq
      await reader.query({ name: 'save', text: 'update place set seq = $1', values: [place] })
    }
    busy = undefined
  }
  reader.on('notification', () => {
    again = true
    busy ??= drain()
  })
  return {
    answered: () => answered,
    async close() {
      reader.removeAllListeners('notification')
      await busy
    },
  }
}
