import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '@talad/dev/config'
import { readRun } from '@talad/dev/run-file'
import { webDist } from '@talad/dev/web'
import { hold } from '@talad/process/held-process'
import { until } from '@talad/shared/testing/wait'
import type { Bench, Context, Line } from '../bench.ts'
import { type Part, partsOf } from './parts.ts'

/** The bar's own: P8. */
const bars = { firstSeconds: 20, laterSeconds: 10, memoryMb: 700, cpuPercent: 5 }

const READY_MS = 180_000
const STOP_MS = 30_000
/** Pictures and the demonstration data go on after readiness; idle begins when they are done. */
const SETTLE_MS = 20_000
const WATCH_MS = 30_000

type Started = { seconds: number; output: () => string; stop(): Promise<void> }

/** `npm start` on a data folder, until it says that it is ready. */
async function start(folder: string): Promise<Started> {
  let output = ''
  let ended = false
  const since = performance.now()
  const ports = ['TALAD_PORT', 'TALAD_SANDBOX_PORT', 'TALAD_RPC_PORT', 'TALAD_POSTGRES_PORT']
  const launcher = await hold({
    command: process.execPath,
    args: [join(root, 'infra/dev/src/main.ts'), '--data', folder],
    env: { ...process.env, ...Object.fromEntries(ports.map((name) => [name, '0'])) },
    onLine: (line) => {
      output += `${line}\n`
    },
  })
  void launcher.gone.then(() => {
    ended = true
  })
  const isReady = () => {
    if (ended) throw new Error(`the system ended while it was starting:\n${output}`)
    return / is ready after /.test(output)
  }
  try {
    await until('the system is ready', isReady, READY_MS)
  } catch (error) {
    await launcher.stop(STOP_MS)
    throw error
  }
  const seconds = (performance.now() - since) / 1000
  return { seconds, output: () => output, stop: () => launcher.stop(STOP_MS) }
}

function memoryLines(parts: readonly Part[]): Line[] {
  const sum = parts.reduce((total, { pssMb }) => total + pssMb, 0)
  return [
    {
      what: 'idle memory (PSS) of everything',
      ours: sum,
      unit: 'MB',
      bar: { says: `≤ ${bars.memoryMb} MB`, reached: sum <= bars.memoryMb },
    },
    ...parts.map(({ name, pssMb, processes }) => ({
      what: `of it ${name}, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
      ours: pssMb,
      unit: 'MB',
    })),
  ]
}

function idleLines(before: readonly Part[], after: readonly Part[], elapsedMs: number): Line[] {
  const used = after.map(({ name, cpuMs }) => {
    const earlier = before.find((part) => part.name === name)?.cpuMs ?? 0
    return { name, percent: (Math.max(0, cpuMs - earlier) / elapsedMs) * 100 }
  })
  const sum = used.reduce((total, { percent }) => total + percent, 0)
  return [
    {
      what: 'idle processor time of everything',
      ours: sum,
      unit: '% of a core',
      bar: { says: `≤ ${bars.cpuPercent}%`, reached: sum <= bars.cpuPercent },
    },
    ...used
      .filter(({ percent }) => percent >= 0.05)
      .map(({ name, percent }) => ({ what: `of it ${name}`, ours: percent, unit: '% of a core' })),
  ]
}

/** After `npm ci` there is no built web app: the first start is to build it here too. */
async function forgetWebBuild(): Promise<void> {
  const page = join(webDist, 'index.html')
  if (existsSync(page)) await utimes(page, 0, 0)
}

async function run({ folder, scale, say }: Context): Promise<Line[]> {
  await forgetWebBuild()
  const data = join(folder, 'data')
  const first = await start(data)
  say(`first start: ${first.seconds.toFixed(1)} s`)
  try {
    await until(
      'the demonstration data is there',
      () => first.output().includes('✓ demonstration data'),
      READY_MS,
    )
  } finally {
    await first.stop()
  }
  const later = await start(data)
  say(`later start: ${later.seconds.toFixed(1)} s`)
  try {
    await delay(SETTLE_MS * Math.min(1, scale))
    const { pid } = await readRun(data)
    const [before, since] = [await partsOf(pid), performance.now()]
    await delay(WATCH_MS * Math.min(1, scale))
    const after = await partsOf(pid)
    const elapsed = performance.now() - since
    return [
      {
        what: 'ready, the first time, with the web app to be built',
        ours: first.seconds,
        unit: 's',
        bar: { says: `≤ ${bars.firstSeconds} s`, reached: first.seconds <= bars.firstSeconds },
      },
      {
        what: 'ready, later',
        ours: later.seconds,
        unit: 's',
        bar: { says: `≤ ${bars.laterSeconds} s`, reached: later.seconds <= bars.laterSeconds },
      },
      ...memoryLines(after),
      ...idleLines(before, after, elapsed),
    ]
  } finally {
    await later.stop()
  }
}

export const startBench: Bench = {
  name: 'start',
  bar: 'P8',
  title: '`npm start` on an empty folder and again, and what the idle system takes.',
  run,
}
