import { operationsHttp } from '@talad/proto/http/operations'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { newId } from '@talad/shared/ids'
import { until } from '@talad/shared/testing/wait'
import { type Desk, note } from './desk.ts'

const NOT_PROTOBUF = Uint8Array.from([0xff, 0xff, 0xff])

/** A message that nobody can read is put aside by everybody. */
async function sendUnreadable({ run }: Desk): Promise<string> {
  const bus = await connectPostgresBus(run.databases.bus ?? '', { onError: () => undefined })
  const time = new Date()
  const id = newId(time)
  const { typeName: type } = AccountChangedSchema
  const headers = {
    ce_specversion: '1.0',
    ce_id: id,
    ce_source: 'examples',
    ce_type: type,
    ce_time: time.toISOString(),
    ce_correlationid: id,
  }
  await bus.publish([
    { id, topic: 'identity.account.v1', key: id, type, payload: NOT_PROTOBUF, time, headers },
  ])
  await bus.close()
  return id
}

/** What is stuck, and how it is mended. */
export async function attendServices(desk: Desk): Promise<void> {
  const { call } = desk.chief
  const key = await sendUnreadable(desk)
  const [first, second] = await until('the message is put aside', async () => {
    const { list } = await call(operationsHttp.listDeadLetters, { query: { lm: 100 } })
    const own = list.filter((letter) => letter.key === key)
    return own.length > 1 && own
  })
  if (!first || !second) throw new Error('nobody has put it aside')
  const about = ({ service, id }: typeof first) => ({ body: { service, id, note } })
  await call(operationsHttp.retryDeadLetter, about(first))
  await call(operationsHttp.dropDeadLetter, about(second))
  await call(operationsHttp.listServices, {})
  const { list } = await call(operationsHttp.listJobs, { query: { service: 'ledger' } })
  const [job] = list
  if (!job) throw new Error('the ledger has nothing to do')
  const { service, task, key: of } = job
  await call(operationsHttp.runJob, { body: { service, task, key: of, note } })
}
