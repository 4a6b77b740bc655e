import { reportClientError } from '@talad/proto/http/gateway/client-errors'
import { live, liveMarket } from '@talad/proto/http/gateway/live'
import { site } from '@talad/proto/http/gateway/site'
import { operationsHttp as http } from '@talad/proto/http/operations'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { until } from '@talad/shared/testing/wait'
import { rows as sites } from './gateway-sites.ts'
import { publish } from './messages.ts'
import { type Row, row } from './row.ts'
import { note, type World } from './world.ts'

const NOT_PROTOBUF = Uint8Array.from([0xff, 0xff, 0xff])

/** A message that nobody can read is put aside by whoever consumes it. */
async function unreadable({ run, chief }: World) {
  const id = await publish(run, 'identity.account.v1', AccountChangedSchema.typeName, NOT_PROTOBUF)
  const { call } = await chief()
  const letter = await until('the message is put aside', async () => {
    const { list } = await call(http.listDeadLetters, { query: { lm: 100 } })
    return list.find(({ key }) => key === id)
  })
  return { body: { service: letter.service, id: letter.id, note } }
}

const ENDLESS = 'a stream that does not end: its events are schemas of the document'

export const rows: readonly Row[] = [
  row(site, {}),
  row(reportClientError, {
    body: {
      app: 'web',
      path: '/explore',
      release: '/assets/index-example.js',
      name: 'TypeError',
      message: 'an example of a fault',
      stack: '',
    },
  }),
  ...sites,
  row(liveMarket, {}, { unsent: ENDLESS }),
  row(live, {}, { unsent: ENDLESS }),
  row(http.listServices, {}),
  row(http.retryDeadLetter, unreadable),
  row(http.dropDeadLetter, unreadable),
  row(http.listDeadLetters, { query: { lm: 2 } }),
  row(http.readDeadLetter, async (world) => {
    const { body } = await unreadable(world)
    return { params: { service: body.service, id: body.id } }
  }),
  row(http.listJobs, { query: { service: 'ledger' } }),
  row(http.runJob, async (world) => {
    const { call } = await world.chief()
    const [job] = (await call(http.listJobs, { query: { service: 'ledger' } })).list
    if (!job) throw new Error('the ledger has nothing to do')
    return { body: { service: job.service, task: job.task, key: job.key, note } }
  }),
]
