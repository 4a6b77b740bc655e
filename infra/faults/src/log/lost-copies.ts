import { serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { withHarness } from '../harness.ts'
import type { Context, Figures, Proof } from '../proof.ts'
import { proveRebuild } from './rebuild.ts'
import { proveWiped } from './wiped.ts'

const WIPES = 10

async function run(context: Context): Promise<Figures> {
  const figures: Figures = {}
  for (const service of serviceNames)
    for (const model of (await loadService(service)).readModels) {
      const { events, rows } = await withHarness(context, (harness) =>
        proveRebuild(context, harness, { service, model }),
      )
      figures[`events under ${model.name}`] = events
      figures[`rows of ${model.name}`] = rows
      context.say(`${model.name} is the same`)
    }
  const handled = await proveWiped({ ...context, size: Math.ceil(context.size / 2) }, WIPES)
  return { ...figures, 'times the topics were wiped': WIPES, 'events handled once': handled }
}

export const lostCopies: Proof = {
  id: 'B7',
  title:
    'Every read model made from a log is rebuilt to the same rows while it serves, and wiped topics are sent again from the log, each event handled once and in order',
  size: 9_000,
  unit: 'events',
  limitMinutes: 30,
  run,
  found: [
    'The ledger’s seals could not be rebuilt once a hundred transfers had been announced: the announcements were appended again.',
    'A rebuilt table lost its triggers and its comment and gained the right to be changed: after a rebuild, the seals of the ledger were no longer append-only.',
    'A rebuild under load never ended: it waited for an empty batch while events kept coming.',
    'Nothing could send the log again after topics were lost; there is `republish` now.',
  ],
}
