import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '@talad/dev/config'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { openBrowser } from './browser.ts'
import { endKept, forget, openPlace } from './place.ts'
import { heightOf, play, settled } from './play.ts'
import { gatherCrowd } from './profiles.ts'
import { scenes, scenesNamed } from './scenes.ts'
import { openShop } from './shop.ts'

const USAGE = `npm run shots -- [scene ...] [options]

Takes pictures of the screens in their states: <scene>-<width>-<language>-<theme>.png. A scene is named by how its
name begins: "asset" means all of them, "asset.to-buy" one. Options narrow, and may be given more than once.
  --width 390|768|1440    --lang th|en    --theme light|dark
  --out <folder>          where to; .shots by default
  --keep                  leaves the system running, so that the next call begins at once
  --stop                  ends the one that was left running; --fresh also forgets its data
There are:
${scenes.map(({ name }) => `  ${name}`).join('\n')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['390', '768', '1440'] },
    lang: { type: 'string', multiple: true, default: ['th', 'en'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    out: { type: 'string', default: join(root, '.shots') },
    keep: { type: 'boolean', default: false },
    stop: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const wanted = z.object({
  width: z.array(z.coerce.number().int().min(320).max(4_000)),
  lang: z.array(z.enum(['th', 'en'])),
  theme: z.array(z.enum(['light', 'dark'])),
})
const folder = join(root, '.shots/system')

/** Takes the scene at each width and in each theme. A window over the page is taken with the screen that it covers. */
async function takeAll(page: Page, name: string, language: string): Promise<number> {
  const { width, theme } = wanted.parse(values)
  const isCovered = (await page.locator('.veil').count()) > 0
  let taken = 0
  for (const one of width) {
    await page.setViewportSize({ width: one, height: heightOf(one) })
    await settled(page)
    for (const colorScheme of theme) {
      await page.emulateMedia({ colorScheme })
      const path = join(resolve(values.out), `${name}-${one}-${language}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: !isCovered })
      taken += 1
    }
  }
  return taken
}

async function takePictures(): Promise<string[]> {
  const { lang, width } = wanted.parse(values)
  const chosen = scenesNamed(positionals)
  if (chosen.length === 0) throw new Error(`no scene is called ${positionals.join(', ')}\n\n${USAGE}`)
  await mkdir(values.out, { recursive: true })
  const since = performance.now()
  const place = await openPlace(folder, values.keep)
  const browser = await openBrowser()
  const { run } = place
  const crowd = gatherCrowd(browser, run)
  const theatre = { run, crowd, shop: openShop(run) }
  const missed: string[] = []
  let taken = 0
  try {
    for (const language of lang) {
      for (const scene of chosen) {
        try {
          const about = { language, width: width[0] ?? 390, missedIn: resolve(values.out) }
          taken += await play(theatre, scene, about, (page) => takeAll(page, scene.name, language))
        } catch (error) {
          missed.push(String(error))
        }
      }
    }
  } finally {
    await crowd.close()
    await browser.close()
    await place.close()
  }
  const seconds = Math.round((performance.now() - since) / 1000)
  console.log(`${taken} pictures in ${seconds} s in ${values.out}`)
  return missed
}

async function main(): Promise<number> {
  if (values.help) console.log(USAGE)
  else if (values.fresh) await forget(folder)
  else if (values.stop) console.log((await endKept(folder)) ? 'stopped' : 'nothing was running')
  else {
    const missed = await takePictures()
    for (const line of missed) console.error(line)
    return missed.length === 0 ? 0 : 1
  }
  return 0
}

process.exit(await main())
