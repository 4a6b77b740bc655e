import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { currentCommit } from '@talad/dev/commit'
import { root } from '@talad/dev/config'
import { keepCompiled } from '@talad/process/compiled'
import { sideBySide } from './crowd/patient.ts'
import type { Proof } from './proof.ts'
import { findProof, proofs } from './proofs.ts'
import { readRecord, writeRecord } from './record.ts'
import { runProof } from './run.ts'
import { proofsPage } from './table.ts'

const USAGE = `npm run faults -- [bar ...] [--scale 0.1] [--seed 1] [--record]
                     [--at-once 2]

Runs the proofs of the named bars, or all, at full size.
  --scale    a part of the full size
  --ci       the size at which CI runs it: a tenth, or less where that takes too long
  --seed     another run than the usual one
  --at-once  how many run side by side; those that look at how long something takes run by themselves afterwards
  --record   notes what was seen in docs/proofs.json and writes docs/proofs.md
  --table    only writes docs/proofs.md anew
There are: ${proofs.map((one) => one.id).join(' ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    ci: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261121' },
    'at-once': { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

type Choice = { scale: number; ci: boolean; seed: number; record: boolean }

const today = () => new Date().toISOString().slice(0, 10)
const firstLine = (why: string) => (why.split('\n')[0] ?? '').replaceAll(root, '')
const sayFor = (proof: Proof) => (line: string) => console.log(`${proof.id.padEnd(8)} | ${line}`)

const sizeOf = (proof: Proof, { scale, ci }: Choice) =>
  (ci ? proof.inCi : undefined) ?? Math.max(1, Math.round(proof.size * (ci ? 0.1 : scale)))

/** The first line that says why the proof is broken, or null when it holds. */
async function attempt(proof: Proof, choice: Choice): Promise<string | null> {
  const say = sayFor(proof)
  const { seed, record } = choice
  const size = sizeOf(proof, choice)
  say(`${proof.title}: ${size} ${proof.unit}, seed ${seed}`)
  const outcome = await runProof(proof, { size, seed, say })
  say(
    outcome.holds
      ? `holds, ${outcome.seconds} s: ${JSON.stringify(outcome.figures)}`
      : `BROKEN: ${outcome.why}`,
  )
  if (record) {
    const commit = await currentCommit()
    const seen = await readRecord()
    const figures = outcome.holds ? outcome.figures : {}
    const run = { size, seed, holds: outcome.holds, figures, seconds: outcome.seconds, date: today(), commit }
    await writeRecord({ ...seen, [proof.id]: run })
  }
  return outcome.holds ? null : firstLine(outcome.why)
}

async function main(): Promise<number> {
  keepCompiled()
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const choice = {
    scale: Number(values.scale),
    ci: values.ci,
    seed: Number(values.seed),
    record: values.record,
  }
  if (!(choice.scale > 0 && choice.scale <= 1)) throw new Error('--scale is a number above 0, at most 1')
  if (!Number.isInteger(choice.seed)) throw new Error('--seed is a whole number')
  const atOnce = Number(values['at-once'])
  if (!Number.isInteger(atOnce) || atOnce < 1) throw new Error('--at-once is a whole number above 0')
  if (atOnce > 1 && choice.record) throw new Error('what is recorded runs by itself: leave out --at-once')
  const all = choice.ci ? proofs.filter(({ inCi }) => inCi !== 0) : proofs
  const chosen = positionals.length === 0 ? all : positionals.map(findProof)
  const broken: string[] = []
  const judge = async (proof: Proof) => {
    const why = await attempt(proof, choice)
    if (why !== null) broken.push(`${proof.id}: ${why}`)
  }
  const wanted = values.table ? [] : chosen
  const of = (kind: Proof['alone']) => wanted.filter(({ alone }) => alone === kind)
  if (atOnce === 1) await sideBySide(wanted, 1, judge)
  else {
    await sideBySide(of(undefined), atOnce, judge)
    await sideBySide(of('waiting'), atOnce, judge)
    await sideBySide(of(true), 1, judge)
  }
  if (values.record || values.table)
    await writeFile(join(root, 'docs/proofs.md'), proofsPage(proofs, await readRecord()))
  for (const one of broken) console.log(`BROKEN: ${one}`)
  if (broken.length === 0) console.log(`${chosen.length} proofs hold`)
  return broken.length === 0 ? 0 : 1
}

process.exit(await main())
