import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Contract } from 'ethers'
import { expect, onTestFinished, test } from 'vitest'
import { abi as pointTokenAbi } from '../abi/PointToken.ts'
import { abi as zoneAbi } from '../abi/RelayerZone.ts'
import { abi as seaportAbi } from '../abi/Seaport.ts'
import { type AnvilOptions, startAnvil } from '../src/anvil.ts'
import { type Deployment, deployContracts } from '../src/deploy.ts'
import { callRpc } from '../src/rpc.ts'
import { account, connect } from './fixture.ts'

const [deployer, relayer, treasury] = [account(0), account(1), account(2)]
const [other, second] = [account(3), account(4)]

async function start(options: AnvilOptions = {}) {
  const anvil = await startAnvil(options)
  const provider = connect(anvil.rpcUrl, anvil.chainId)
  onTestFinished(async () => {
    provider.destroy()
    await anvil.stop()
  })
  const deploy = (more: { log?: (line: string) => void; relayers?: (typeof relayer)[] } = {}) => {
    const { log, relayers = [relayer, second] } = more
    return deployContracts({
      rpcUrl: anvil.rpcUrl,
      deployerKey: deployer.privateKey,
      relayers,
      treasury: treasury.address,
      ...(log && { log }),
    })
  }
  const sent = async () =>
    (await provider.getTransactionCount(deployer.address)) +
    (await provider.getTransactionCount(relayer.address)) +
    (await provider.getTransactionCount(second.address))
  return { anvil, provider, deploy, sent }
}

function addressesOf(deployment: Deployment): string[] {
  return Object.values(deployment).filter((value) => typeof value === 'string')
}

test('A second deployment sends nothing and finds the same addresses', async () => {
  const { provider, deploy, sent } = await start()
  const first = await deploy()
  const [transactions, block] = [await sent(), await provider.getBlockNumber()]
  const lines: string[] = []
  expect(await deploy({ log: (line) => lines.push(line) })).toEqual(first)
  expect([await sent(), await provider.getBlockNumber(), lines]).toEqual([transactions, block, []])
  expect(new Set(addressesOf(first)).size).toBe(10)
  for (const address of addressesOf(first)) {
    expect(address).toMatch(/^0x[0-9a-f]{40}$/)
    expect(await provider.getCode(address)).not.toBe('0x')
    expect(await provider.getCode(address, first.deployedAtBlock - 1)).toBe('0x')
  }
})

test('What the deployer did before does not change the addresses', async () => {
  const fresh = await start()
  const used = await start()
  await callRpc(used.anvil.rpcUrl, 'anvil_setNonce', [deployer.address, '0x2a'])
  expect(addressesOf(await used.deploy())).toEqual(addressesOf(await fresh.deploy()))
})

test('A deployment that dies after each of its transactions is finished by the next runs', async () => {
  const expected = await (await start()).deploy()
  const { deploy, sent, provider } = await start()
  const steps: string[] = []
  const attempt = () =>
    deploy({
      log: (line) => {
        steps.push(line)
        throw new Error('killed')
      },
    }).catch((error) => {
      expect(error).toEqual(new Error('killed'))
      return undefined
    })
  let result = await attempt()
  while (result === undefined) result = await attempt()

  expect(result).toEqual(expected)
  expect(new Set(steps).size).toBe(steps.length)
  expect(await sent()).toBe(steps.length - 1) // the proxy itself is sent by its own key
  const points = new Contract(expected.pointToken, pointTokenAbi, provider)
  for (const { address } of [relayer, second])
    expect(await points.getFunction('balanceOf')(address)).toBe(10n ** 18n)
})

test('A deployment killed while its transaction was not mined yet is finished by the next run', async () => {
  const { anvil, deploy, sent, provider } = await start()
  const pending = () => provider.getTransactionCount(deployer.address, 'pending')
  const options = { rpcUrl: anvil.rpcUrl, deployerKey: deployer.privateKey, treasury: treasury.address }
  const program = `
    import { deployContracts } from '${new URL('../src/deploy.ts', import.meta.url).href}'
    await deployContracts(${JSON.stringify({ ...options, relayers: [{ address: relayer.address }] })})`
  await deploy({
    log: (line) => {
      if (line.startsWith('conduit controller')) throw new Error('killed')
    },
  }).catch(() => {})
  const mined = await sent()
  await callRpc(anvil.rpcUrl, 'evm_setAutomine', [false])
  const run = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { stdio: 'ignore' })
  await expect.poll(pending).toBe(mined + 1) // Seaport waits for a block
  run.kill('SIGKILL')
  await once(run, 'exit')

  const next = deploy()
  await callRpc(anvil.rpcUrl, 'evm_setAutomine', [true])
  await callRpc(anvil.rpcUrl, 'evm_mine', [])
  const deployment = await next
  const untroubled = await start()
  expect(deployment).toEqual(await untroubled.deploy())
  expect(await sent()).toBe(await untroubled.sent())
})

test('Other relayers take office without anything being deployed anew, and the former ones leave it', async () => {
  const { deploy, provider } = await start()
  const first = await deploy()
  expect(await deploy({ relayers: [other, second] })).toEqual(first)
  for (const [address, abi] of [
    [first.zone, zoneAbi],
    [first.pointToken, pointTokenAbi],
  ] as const) {
    const contract = new Contract(address, abi, provider)
    const current = Array.from(await contract.getFunction('relayers')(), (one) => String(one).toLowerCase())
    expect(current).toEqual([other.address, second.address])
    expect(await contract.getFunction('isRelayer')(relayer.address)).toBe(false)
  }
})

test('Seaport knows its conduit controller and says that it is version 1.5', async () => {
  const { deploy, provider } = await start()
  const { seaport, conduitController, chainId } = await deploy()
  const [version, , controller] = await new Contract(seaport, seaportAbi, provider).getFunction(
    'information',
  )()
  expect([version, String(controller).toLowerCase(), chainId]).toEqual(['1.5', conduitController, 3501])
})

test('Refuses a relayer key of somebody else and says which, before anything is sent', async () => {
  const { anvil, sent } = await start()
  const wrong = deployContracts({
    rpcUrl: anvil.rpcUrl,
    deployerKey: deployer.privateKey,
    relayers: [relayer, { address: second.address, privateKey: other.privateKey }],
    treasury: treasury.address,
  })
  await expect(wrong).rejects.toThrow(second.address)
  expect(await sent()).toBe(0)
})

test('Fails at once when no node answers', async () => {
  const { anvil } = await start()
  await anvil.stop()
  const refused = deployContracts({
    rpcUrl: anvil.rpcUrl,
    deployerKey: deployer.privateKey,
    relayers: [{ address: relayer.address }],
    treasury: treasury.address,
  })
  await expect(refused).rejects.toThrow('fetch failed')
})
