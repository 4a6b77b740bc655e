import { createWatch } from './strike.ts'
import { watchUnits } from './units.ts'
import { watchCalls } from './watch-calls.ts'
import { watchKafka } from './watch-kafka.ts'
import { watchPostgres } from './watch-postgres.ts'

// Loaded by `--import` before a service: watches, from below, every point at which it does something that outlives
// it, and ends it there when told to. Other programs that inherit the option are left alone.
const service = /\/services\/([^/]+)\/src\/main\.ts$/.exec(process.argv[1] ?? '')?.[1]
const folder = new URL(import.meta.url).searchParams.get('folder')
if (service !== undefined && folder !== null) {
  const watch = createWatch(folder, service)
  watchUnits(service, watch)
  watchPostgres(service, watch, watchKafka(service, watch))
  watchCalls(service, watch)
}
