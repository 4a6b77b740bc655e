import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type AnvilOptions, startAnvil } from '../src/anvil.ts'
import { callRpc } from '../src/rpc.ts'
import { account, connect } from './fixture.ts'

const receiver = `0x${'12'.repeat(20)}`

async function start(options: AnvilOptions = {}) {
  const anvil = await startAnvil(options)
  onTestFinished(() => anvil.stop())
  return anvil
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'talad-anvil-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function pay(rpcUrl: string, value: string): Promise<string> {
  const transaction = { from: account(0).address, to: receiver, value }
  const hash = String(await callRpc(rpcUrl, 'eth_sendTransaction', [transaction]))
  // The node answers before it has made the block.
  await expect.poll(() => callRpc(rpcUrl, 'eth_getTransactionReceipt', [hash])).not.toBeNull()
  return hash
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('Starts on a free port of the loopback interface with the chain id of the product', async () => {
  const [one, two] = [await start(), await start({ chainId: 5 })]
  expect(one.rpcUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(one.rpcUrl).not.toBe(two.rpcUrl)
  expect(await callRpc(one.rpcUrl, 'eth_chainId', [])).toBe('0xdad')
  expect(await callRpc(two.rpcUrl, 'eth_chainId', [])).toBe('0x5')
  expect(await callRpc(one.rpcUrl, 'eth_accounts', [])).toContain(account(9).address)
})

test('Stop ends the process before it returns, and may be called twice', async () => {
  const anvil = await start()
  expect(isAlive(anvil.pid)).toBe(true)
  await anvil.stop()
  expect(isAlive(anvil.pid)).toBe(false)
  await anvil.stop()
})

test('A taken port is an error that says so', async () => {
  const { rpcUrl } = await start()
  await expect(startAnvil({ port: Number(new URL(rpcUrl).port) })).rejects.toThrow(
    /anvil did not start.*in use/s,
  )
})

test('Blocks, receipts and balances are still there after a restart', async () => {
  const statePath = join(await folder(), 'state.json')
  const first = await start({ statePath })
  const hash = await pay(first.rpcUrl, '0x7')
  const block = await callRpc(first.rpcUrl, 'eth_getBlockByNumber', ['0x1', false])
  await first.stop()

  const second = await start({ statePath })
  expect(await callRpc(second.rpcUrl, 'eth_getBalance', [receiver, 'latest'])).toBe('0x7')
  expect(await callRpc(second.rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect(await callRpc(second.rpcUrl, 'eth_getBlockByNumber', ['0x1', false])).toEqual(block)
  await pay(second.rpcUrl, '0x1')
  expect(await callRpc(second.rpcUrl, 'eth_blockNumber', [])).toBe('0x2')
})

test('A killed node loses nothing that was saved', async () => {
  const statePath = join(await folder(), 'state.json')
  const first = await start({ statePath })
  await pay(first.rpcUrl, '0x7')
  await expect.poll(() => readFile(statePath, 'utf8').catch(() => '')).toContain(receiver)
  process.kill(first.pid, 'SIGKILL')
  await first.stop()

  const second = await start({ statePath })
  expect(await callRpc(second.rpcUrl, 'eth_getBalance', [receiver, 'latest'])).toBe('0x7')
})

test('The node ends when the process that started it is killed', async () => {
  const script = join(await folder(), 'start.ts')
  const anvilModule = new URL('../src/anvil.ts', import.meta.url).href
  await writeFile(
    script,
    `import { startAnvil } from '${anvilModule}'\nconst { pid } = await startAnvil()\nconsole.log(pid)\n`,
  )
  const starter = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(starter.stdout, 'data')
  const pid = Number(String(line))
  expect(isAlive(pid)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('Recent blocks can be taken back as deep as states are kept', async () => {
  const { rpcUrl, chainId } = await start({ keptStates: 8 })
  const provider = connect(rpcUrl, chainId)
  onTestFinished(() => provider.destroy())
  for (let index = 0; index < 12; index += 1) await pay(rpcUrl, '0x1')
  await callRpc(rpcUrl, 'anvil_rollback', [5])
  expect(await provider.getBlockNumber()).toBe(7)
  expect(await provider.getBalance(receiver)).toBe(7n)
})
