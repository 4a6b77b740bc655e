import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import type { Browser } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visitor, visitor } from '../src/browser.ts'

let cache: string
let server: ViteDevServer
let browser: Browser
let person: Visitor
beforeAll(async () => {
  process.env.MOCK = '1'
  cache = await mkdtemp(join(tmpdir(), 'talad-vite-'))
  server = await createServer({
    cacheDir: cache, // somebody may be working on screens beside
    configFile: join(root, 'web/vite.config.ts'),
    server: { port: 0, watch: null },
    logLevel: 'error',
  })
  await server.listen()
  browser = await openBrowser()
  person = await visitor(browser, { touch: true })
  await person.page.goto(`${server.resolvedUrls?.local[0]}dev/ui`)
  await person.page.getByRole('heading', { name: 'th · light' }).waitFor()
}, 120_000)
afterAll(async () => {
  delete process.env.MOCK
  await browser?.close()
  await server?.close()
  await rm(cache, { recursive: true, force: true })
})

test('WB-17 cuts no Thai tone mark or vowel off a line that is too long, and keeps lines of prose from touching', async () => {
  // Runs in the page.
  const wrong: unknown = await person.page.evaluate(`(async () => {
    const words = 'ปิ่ ฟ้ ฎู ญุ กี๊ ปั้ ผู้ซื้อ ฏุ่'
    const pen = document.createElement('canvas').getContext('2d')
    const wrong = []
    for (const size of ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl']) {
      const line = document.createElement('div')
      line.className = 'truncate text-' + size
      line.textContent = words
      document.body.append(line)
      const style = getComputedStyle(line)
      if (style.overflowY !== 'visible' || style.textOverflow !== 'ellipsis') wrong.push([size, 'is clipped'])
      pen.font = '400 ' + style.fontSize + ' ' + style.fontFamily
      await document.fonts.load(pen.font, words)
      const ink = pen.measureText(words)
      const isProse = ['xs', 'sm', 'base', 'lg'].includes(size)
      const height = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent
      if (isProse && height > line.clientHeight) wrong.push([size, 'touches', height, line.clientHeight])
      line.remove()
    }
    if (!document.fonts.check('16px Anuphan', words)) wrong.push('the face did not load')
    return wrong
  })()`)
  expect(wrong).toEqual([])
})

/** Pulls the open sheet down by its title, as a finger does. */
async function pull(byPx: number): Promise<void> {
  const { page } = person
  const box = await page.getByRole('dialog').getByRole('heading').boundingBox()
  if (!box) throw new Error('no sheet')
  const [x, y] = [box.x + 20, box.y + 10]
  const fingers = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x, y: y + at }],
    })
  await send('touchStart', 0)
  for (const part of [0.2, 0.6, 1]) await send('touchMove', byPx * part)
  await send('touchEnd')
  await fingers.detach()
}

test('WB-16 a sheet that is pulled down by more than 250 px closes, and comes back from less', async () => {
  const { page } = person
  await page.getByRole('button', { name: 'Dialog' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await page.waitForFunction(`!document.querySelector('[role=dialog]').matches('[data-starting-style]')`)
  await pull(235)
  await page.waitForFunction(
    `document.querySelector('[role=dialog]').style.getPropertyValue('--pulled') === ''`,
  )
  expect(await sheet.isVisible()).toBe(true)
  await pull(265)
  await sheet.waitFor({ state: 'detached' })
})

test('WB-16 an explanation stays while it is looked at, and goes 1.5 s after', async () => {
  const { page } = person
  const mark = page.getByRole('button', { name: 'คำนี้หมายถึงอะไร' }).first()
  const text = page.getByText('โปรแกรมบนบล็อกเชนที่จดไว้ว่าแต่ละชิ้นเป็นของใคร')
  await page.clock.install()
  await mark.hover()
  await text.waitFor()
  // Longer than the clock would run: it has not been started.
  await page.clock.fastForward(5_000)
  expect(await text.isVisible()).toBe(true)
  const left = Date.now()
  await page.mouse.move(0, 0)
  await text.waitFor({ state: 'detached', timeout: 60_000 })
  expect(Date.now() - left).toBeGreaterThan(1_400)
})

test('Every component can be drawn in both languages and both lights, without an error', async () => {
  const { page } = person
  for (const name of ['th · light', 'th · dark', 'en · light', 'en · dark']) {
    await page.getByRole('heading', { name }).waitFor()
  }
  expect(person.faults).toEqual([])
})
