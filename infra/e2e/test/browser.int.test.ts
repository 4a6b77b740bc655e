import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, visitor } from '../src/browser.ts'
import { buyInBrowser, listInBrowser, seeCredit, signInWithJoin } from '../src/browser-job.ts'
import { viewChain } from '../src/chain.ts'
import { startDemonstration } from '../src/demonstration.ts'
import type { System } from '../src/system.ts'

let system: System
let browser: Browser
beforeAll(async () => {
  system = await startDemonstration(inject('demonstration'))
  browser = await openBrowser()
}, 400_000)
afterAll(async () => {
  await browser?.close()
  await system?.stop()
})

test('WB-7 two people do the main job on their phones in Thai, from sign-in to the credited seller', async () => {
  const { run } = system
  const contract = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
  const goods = { contract, tokenId: '19', priceText: '1234.57', netText: '1,141.99' }
  const [seller, buyer] = [await visitor(browser), await visitor(browser)]
  await seller.page.goto(run.gateway)
  await seller.page.getByRole('heading', { level: 1 }).waitFor()
  await seller.shot('0-home')
  await signInWithJoin(seller, 'demo-somchai')
  await listInBrowser(run, seller, goods)

  await buyer.page.goto(run.gateway)
  await signInWithJoin(buyer, 'demo-mali')
  await buyInBrowser(run, buyer, goods)
  const chain = viewChain(run)
  const mali = run.accounts.find(({ key }) => key === 'buyer')
  expect(await chain.ownerOf(contract, '19')).toBe(mali?.address)
  chain.close()

  await seeCredit(seller, '+฿1,141.99')
  expect([...seller.faults, ...buyer.faults]).toEqual([])
})
