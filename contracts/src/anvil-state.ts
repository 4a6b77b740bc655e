import { open, rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { callRpc } from './rpc.ts'

const INTERVAL_MS = 1000

type Keeper = { stop: () => Promise<void> }

/**
 * Writes the state of a development chain to a file whenever there is a new block, at most once a second, and once
 * more on `stop`. The file is replaced whole, so whoever is killed in between leaves the former state, not half a one;
 * anvil's own `--state-interval` writes in place and also when nothing has changed.
 */
export function keepState({ rpcUrl, statePath }: { rpcUrl: string; statePath: string }): Keeper {
  let savedHead = ''
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  const save = async ({ evenIfSame = false } = {}) => {
    const head = headOf(await callRpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false]))
    if (head === savedHead && !evenIfSame) return
    await replaceFile(statePath, await dump(rpcUrl))
    savedHead = head
  }
  const tick = async () => {
    const startedAt = performance.now()
    await save().catch(() => {}) // the node is busy or gone; the next round or `stop` tells
    if (stopped) return
    // A long chain takes long to dump: saving may take a tenth of the node's time, not more.
    schedule(Math.max(INTERVAL_MS, 9 * (performance.now() - startedAt)))
  }
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      running = tick()
    }, delayMs)
    timer.unref()
  }
  schedule(INTERVAL_MS)
  return {
    stop: async () => {
      if (stopped) return
      stopped = true
      clearTimeout(timer)
      await running
      // `anvil_setBalance` and its like change the state without a block.
      await save({ evenIfSame: true }).catch(() => {}) // a node that was killed has nothing more to say: the last saved state stands
    },
  }
}

async function dump(rpcUrl: string): Promise<Buffer> {
  const packed = await callRpc(rpcUrl, 'anvil_dumpState', [])
  if (typeof packed !== 'string') throw new Error('anvil_dumpState did not return bytes')
  return promisify(gunzip)(Buffer.from(packed.slice(2), 'hex'))
}

function headOf(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('hash' in block)) throw new Error('no latest block')
  return String(block.hash)
}

async function replaceFile(path: string, contents: Buffer): Promise<void> {
  const next = `${path}.next`
  const file = await open(next, 'w')
  try {
    await file.writeFile(contents)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(next, path)
}
