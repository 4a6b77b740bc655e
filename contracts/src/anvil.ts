import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { HDNodeWallet, Mnemonic } from 'ethers'
import { keepState } from './anvil-state.ts'

export type AnvilOptions = {
  /** 0, the default, takes a free one. */
  port?: number
  /** 3501 by default, the product's own chain. */
  chainId?: number
  /** Seconds between blocks; without it each transaction makes its block at once. */
  blockTime?: number
  /** File that carries the chain over restarts; it may not exist yet, its folder must. */
  statePath?: string
  /** File with the state to begin with, as `statePath` has it; it is left alone. */
  beginWith?: string
  /** How many recent block states stay in memory: the deepest possible rollback. 64 by default. */
  keptStates?: number
  /** `false` passes the node's own log on to standard error. */
  silent?: boolean
}

export type Anvil = {
  rpcUrl: string
  chainId: number
  /** The node itself, for tests that kill it. */
  pid: number
  /** Writes the state, ends the node and waits until it is gone. Safe to call twice. */
  stop: () => Promise<void>
}

export type AnvilAccount = { address: string; privateKey: string }

const STARTUP_MS = 30_000
const SHUTDOWN_MS = 10_000

// The node must never outlive its starter, or two of them would answer for one state file. So a shell holds it:
// when standard input closes, by `stop` or by the death of the starter, the node is told to end.
const HOLDER = `
exec 3<&0
"$@" 3<&- &
node=$!
echo "pid $node"
( read -r _ <&3; kill "$node" ) >/dev/null 2>&1 &
exec 3<&-
wait "$node"`

/** The ten accounts that every anvil funds, from the mnemonic that is public for this purpose. Worthless elsewhere. */
export const anvilAccounts: readonly AnvilAccount[] = deriveAccounts()

function deriveAccounts(): AnvilAccount[] {
  const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')
  const parent = HDNodeWallet.fromMnemonic(mnemonic, "m/44'/60'/0'/0")
  return Array.from({ length: 10 }, (_, index) => {
    const { address, privateKey } = parent.deriveChild(index)
    return { address: address.toLowerCase(), privateKey }
  })
}

/**
 * Starts a development chain on the loopback interface.
 * Returns when it answers. Throws when the binary is missing, the port is taken or the state can't be read.
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const { chainId = 3501, statePath, silent = true } = options
  const child = spawn('sh', ['-c', HOLDER, 'sh', findBinary(), ...commandLine(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C in a terminal must not end the chain before those who use it
  })
  const exited = once(child, 'exit')
  child.stdin.on('error', () => {}) // the reader may be gone already when it is closed
  const { pid, port } = await readStart(child, silent).catch(async (error) => {
    child.stdin.end()
    await exited
    throw error
  })
  const rpcUrl = `http://127.0.0.1:${port}`
  const keeper = statePath === undefined ? undefined : keepState({ rpcUrl, statePath })
  exited.then(() => child.stdin.end())
  const stop = async () => {
    await keeper?.stop()
    child.stdin.end()
    const timer = setTimeout(() => process.kill(pid, 'SIGKILL'), SHUTDOWN_MS)
    await exited
    clearTimeout(timer)
  }
  return { rpcUrl, chainId, pid, stop }
}

function commandLine({
  port = 0,
  chainId = 3501,
  statePath,
  beginWith = statePath,
  blockTime,
  keptStates = 64,
}: AnvilOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    ...['--prune-history', String(keptStates)],
    ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
    ...(beginWith !== undefined && existsSync(beginWith) ? ['--load-state', beginWith] : []),
  ]
}

/** The npm package's own launcher is a Node process in between; the binary is found the way that one finds it. */
function findBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const require = createRequire(import.meta.url)
  const launcher = require.resolve('@foundry-rs/anvil/package.json')
  const platformPackage = `@foundry-rs/anvil-${process.platform}-${architecture}`
  return createRequire(launcher).resolve(join(platformPackage, 'bin', 'anvil'))
}

type Started = { pid: number; port: number }

async function readStart(child: ChildProcess, silent: boolean): Promise<Started> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('anvil has no output to read')
  let errors = ''
  stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-4096)
    if (!silent) process.stderr.write(chunk)
  })
  const lines = createInterface({ input: stdout })
  return new Promise<Started>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`anvil did not start: ${why} ${errors.trim()}`))
    const timer = setTimeout(() => fail(`no answer in ${STARTUP_MS} ms`), STARTUP_MS)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`exit code ${code}`))
    let pid = 0
    // Reading goes on after the start: a full pipe would stop the node.
    lines.on('line', (line) => {
      if (!silent) process.stderr.write(`${line}\n`)
      pid ||= Number(/^pid (\d+)$/.exec(line)?.[1] ?? 0)
      const port = /^Listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve({ pid, port: Number(port) })
    })
  })
}
