import { readdir, readFile } from 'node:fs/promises'

/** A part of a running system: its processes together. */
export type Part = { name: string; pssMb: number; cpuMs: number; processes: number }

type Process = { pid: number; parent: number; name: string; cpuMs: number }

/** What the kernel counts in: a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10

async function processes(): Promise<Process[]> {
  const found: Process[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => undefined) // it may have ended
    const [, name = '', rest = ''] = /\((.*)\) (.*)$/s.exec(stat ?? '') ?? []
    const fields = rest.split(' ')
    const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS
    if (stat !== undefined) found.push({ pid: Number(entry), parent: Number(fields[1]), name, cpuMs })
  }
  return found
}

/** A process and all below it. */
function familyOf(all: readonly Process[], top: number): Process[] {
  const family = new Set([top])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all.filter(({ pid }) => family.has(pid))
}

/** Memory that belongs to a process, what it shares with others counted by halves, thirds and so on, in MB. */
async function pssOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

/** By what the part is called: the server processes of Postgres by their own titles. */
async function partOf({ pid, name }: Process, top: number): Promise<string> {
  if (pid === top) return 'Node'
  const line = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim()
  const title = /^postgres: \S+ (talad_\w+|postgres) /.exec(line)?.[1]
  if (title !== undefined) return `Postgres, sessions of ${title}`
  if (name === 'postgres') return 'Postgres itself'
  if (/anvil/.test(line)) return 'chain (anvil)'
  return name === 'sh' ? 'holders (sh)' : 'Node, helpers'
}

/** Memory and processor time so far of everything below a launcher, itself included, by part. */
export async function partsOf(launcher: number): Promise<Part[]> {
  const parts = new Map<string, Part>()
  for (const one of familyOf(await processes(), launcher)) {
    const name = await partOf(one, launcher)
    const part = parts.get(name) ?? { name, pssMb: 0, cpuMs: 0, processes: 0 }
    parts.set(name, {
      name,
      pssMb: part.pssMb + (await pssOf(one.pid)),
      cpuMs: part.cpuMs + one.cpuMs,
      processes: part.processes + 1,
    })
  }
  return [...parts.values()].sort((a, b) => b.pssMb - a.pssMb)
}
