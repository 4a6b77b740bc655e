import { until } from '@talad/shared/testing/wait'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bars, codeSize, pages } from '../src/speed-bars.ts'
import { crowd, shop, system } from './demonstration.ts'

/** Slow 4G, as Lighthouse has it: on a quick line everything comes at once, and nothing has time to jump. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const CODE = new Set(['document', 'script', 'stylesheet'])
const WHOLE_WITHIN_MS = 40_000

/** Runs in the page, from its beginning. */
const noteJumps = `globalThis.jumps = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue
    const what = sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120))
    globalThis.jumps.push({ value, what })
  }
}).observe({ type: 'layout-shift', buffered: true })`
const jumps = z.array(z.object({ value: z.number(), what: z.array(z.string()) }))

/** Runs in the page: whether the app is there, and nothing is waited for any more that can be seen. */
const isWhole = `(() => {
  if (document.querySelector('#root > [data-drawn], main .skeleton, main [aria-busy=true]')) return false
  if (!document.querySelector('main h1') || document.fonts.status !== 'loaded') return false
  return [...document.images].every((image) => {
    const { top, left } = image.getBoundingClientRect()
    return image.complete || top >= innerHeight || left >= innerWidth
  })
})()`
const twoFrames = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`

async function load(page: Page, address: string): Promise<Set<string>> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', SLOW_LINE)
  await page.addInitScript({ content: noteJumps })
  const code = new Set<string>()
  page.on('response', (response) => {
    if (CODE.has(response.request().resourceType())) code.add(response.url())
  })
  await page.goto(address)
  const whole = async () => (await page.evaluate(isWhole)) === true || undefined
  await until('the page is whole', whole, WHOLE_WITHIN_MS)
  await page.evaluate(twoFrames)
  return code
}

const IMPORTS = /\bfrom"\.\/([^"]+)"/g

/**
 * Without the code for live updates, and what that alone needs. It comes a second after the screen, which a busy machine may
 * take for before it.
 */
async function withoutLive(code: ReadonlySet<string>): Promise<string[]> {
  const imports = async (url: string) => {
    const text = url.endsWith('.js') ? await (await fetch(url)).text() : ''
    return new Set([...text.matchAll(IMPORTS)].map(([, file]) => new URL(file ?? '', url).href))
  }
  const files = await Promise.all([...code].map(async (url) => ({ url, needs: await imports(url) })))
  const live = files.find(({ url }) => url.includes('/live-reads-'))
  const isNeeded = (url: string) => files.some((file) => file !== live && file.needs.has(url))
  const isLive = ({ url }: { url: string }) => url === live?.url || (live?.needs.has(url) && !isNeeded(url))
  return files.filter((file) => !isLive(file)).map(({ url }) => url)
}

type Measured = (typeof pages)[string] & { host?: string }
const measured: Readonly<Record<string, Measured>> = {
  ...pages,
  'the home of a site in its own colours': { as: 'visitor', path: () => '/', host: 'temple.localhost' },
}

test.for(Object.entries(measured).map(([name, about]) => ({ name, ...about })))(
  'P9 on a phone with a slow line, $name loads at most 200 kB of code, and nothing on it jumps',
  async ({ as, path, host }) => {
    const page = await (await crowd.profileOf(as)).newPage()
    const site = Object.assign(new URL(system.run.gateway), host && { hostname: host })
    const code = await load(page, new URL(path(shop), site).href)
    expect([...code].some((url) => url.includes('/theme/'))).toBe(host !== undefined)
    const seen = jumps.parse(await page.evaluate('globalThis.jumps'))
    await page.close()
    const shift = seen.reduce((sum, { value }) => sum + value, 0)
    expect(shift, JSON.stringify(seen)).toBeLessThanOrEqual(host === undefined ? bars.cls : 0)
    expect(code.size).toBeGreaterThan(3)
    if (host !== undefined) return // its code is that of the home, which is weighed at an address that is known outside of browsers
    const first = await withoutLive(code)
    expect(await codeSize(first), first.join('\n')).toBeLessThanOrEqual(bars.codeBytes)
  },
)

/** Runs in the page: whether every picture that can be seen has come, and is shown. */
const isPictured = `(() => {
  const seen = [...document.images].filter((image) => {
    const { top, left, width } = image.getBoundingClientRect()
    return width > 0 && top < innerHeight && left < innerWidth
  })
  return seen.length > 0 && seen.every((image) =>
    image.complete && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1')
})()`

test('P9 a page that somebody opens comes drawn: its pictures and its name are there before the app is', async () => {
  for (const { as, path } of [pages.home, pages.explore, pages.collection, pages.asset].flatMap(
    (page) => page ?? [],
  )) {
    const page = await (await crowd.profileOf(as)).newPage()
    // the app never comes
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    // the thread which draws may just be starting
    await until(`${path(shop)} is drawn`, async () => {
      await page.goto(system.run.gateway + path(shop))
      return (await page.locator('#root > [data-drawn]').count()) > 0 || undefined
    })
    await page.locator('main h1').waitFor()
    const drawn = async () => (await page.evaluate(isPictured)) === true || undefined
    await until('its pictures are there', drawn)
    await page.close()
  }
})
