import { expect, test, vi } from 'vitest'
import { checkGas } from './chain.ts'
import type { TradeContext } from './context.ts'
import { wordsOf } from './fault-words.ts'

const gas = vi.hoisted(() => ({ read: (): Promise<unknown> => Promise.reject(new Error('unset')) }))
vi.mock('../../wallet-code.ts', () => ({ loadTrade: async () => ({ readGas: () => gas.read() }) }))

const context = {
  site: { chain: { rpcUrl: 'http://node', symbol: 'JFIN' } },
  signer: { address: '0x1' },
  onLowGas: () => {},
} as unknown as TradeContext
const fails = (error: Error) => {
  gas.read = () => Promise.reject(error)
  return checkGas(context, { to: '0x2', data: '0x' }).catch((fault: unknown) => fault)
}

test('M§8 what it costs is unknown where the node gives no answer, and refused where the chain says no', async () => {
  const away = await fails(new TypeError('fetch failed'))
  expect(away).toMatchObject({ fault: { kind: 'gas-unknown' } })
  expect(wordsOf(away).replaceAll('\u2060', '')).toContain('ค่าธรรมเนียมเครือข่าย')
  const no = Object.assign(new Error('no'), { name: 'ExecutionRevertedError' })
  expect(await fails(new Error('call', { cause: no }))).toMatchObject({ fault: { kind: 'refused' } })
})
