import { service } from '@talad/moderation/service'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, repeat } from '../measure.ts'
import { fill } from './crowd.ts'
import { pictureLine } from './pictures.ts'

const SIZE = { reports: 1_000_000, open: 20_000, suspensions: 10_000 }
const MOST_MS = 50
const ROUNDS = 3
const admin = { sub: 'account-bench', jid: 'bench' }

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const own = await startUnderTest(service, postgres, { PERSONAL_DATA_KEY: '5c'.repeat(32) })
  try {
    await grantPermissions(own.db, 'join-bench', ['flag.read', 'suspension.read'])
    say(`writing ${SIZE.reports} reports of ${SIZE.open} open cases and others`)
    const { reporter, suspension } = await fill(own.databaseUrl, SIZE)
    const queue = flaggingAdminHttp.listFlagCases.path
    const suspensions = suspensionAdminHttp.listSuspensions.path
    const contract = `0x${'7'.padStart(40, '0')}`
    const lists: Record<string, string> = {
      'queue, 100 cases, counted': `${queue}?ps=100&count=1`,
      'queue, its last page': `${queue}?ps=100&pi=${SIZE.open / 100 - 1}`,
      'queue of one classification, counted': `${queue}?cl=spam&ps=100&count=1`,
      'queue of bots, counted': `${queue}?by=bot&ps=100&count=1`,
      'queue of one reporter': `${queue}?rp=${reporter}&ps=100&count=1`,
      'queue of what waits for two days': `${queue}?age=48&ps=100&count=1`,
      'decided cases': `${queue}?st=resolved&ps=100`,
      'suspensions, counted': `${suspensions}?ps=100&count=1`,
      'suspensions of one contract': `${suspensions}?contract_address=${contract}&ps=100`,
      'own reports': `${flaggingHttp.listFlaggings.path}?lm=100`,
    }
    const read = async (path: string, as = admin) => {
      const { status, body } = await own.call('GET', path, { as })
      if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`)
    }
    const one = suspensionAdminHttp.pickSuspension.path.replace(':suspension_id', suspension)
    const reading =
      (path: string, as = admin) =>
      () =>
        repeat({ workers: 1, ms: 3_000 * scale }, () => read(path, as))
    const lines: Line[] = []
    for (const [what, path] of Object.entries(lists)) {
      const as = path.startsWith(flaggingHttp.listFlaggings.path)
        ? { sub: 'account-reporter', jid: reporter.replace('join-', '') }
        : admin
      await read(path, as)
      const measured = await inTurns(ROUNDS, { list: reading(path, as), key: reading(one) })
      say(`${what}: p50 ${measured.list.p50.toFixed(1)}, p99 ${measured.list.p99.toFixed(1)} ms`)
      lines.push({
        what: `${what}, p99`,
        ours: measured.list.p99,
        unit: 'ms',
        yardstick: { what: 'one row by its key, the same way', figure: measured.key.p99 },
        bar: { says: `≤ ${MOST_MS} ms`, reached: measured.list.p99 <= MOST_MS },
      })
    }
    say('writing pictures')
    lines.push(await pictureLine(own.db, own.databaseUrl, scale))
    return lines
  } finally {
    await own.close()
  }
}

export const moderationBench: Bench = {
  name: 'moderation',
  title: 'Lists of the moderators with 1,000,000 reports, 20,000 open cases and 10,000 suspensions.',
  run,
}
