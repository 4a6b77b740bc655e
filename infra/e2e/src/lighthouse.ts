import { mkdir } from 'node:fs/promises'
import type { Run } from '@talad/dev/run-file'
import { freePort } from '@talad/process/free-port'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { z } from 'zod'
import { browserProgram } from './browser.ts'
import { signIn, type Who } from './profiles.ts'
import { bars, codeSize } from './speed-bars.ts'

/** What was measured of one page. Scores are of 100, times in milliseconds, sizes in bytes. */
export type Figures = {
  name: string
  performance: number
  accessibility: number
  bestPractices: number
  lcpMs: number
  cls: number
  tbtMs: number
  /** the page, its scripts and its style sheets, gzipped, without what comes later than the first screen */
  codeBytes: number
  /** audits that cost something */
  complaints: string[]
}

export function isWithin(figures: Figures): boolean {
  return (
    figures.performance >= bars.performance &&
    figures.accessibility >= bars.accessibility &&
    figures.bestPractices >= bars.bestPractices &&
    figures.lcpMs <= bars.lcpMs &&
    figures.cls <= bars.cls &&
    figures.codeBytes <= bars.codeBytes
  )
}

const requests = z.object({
  items: z.array(z.looseObject({ url: z.string(), resourceType: z.string().optional() })),
})
const CODE = new Set(['Document', 'Script', 'Stylesheet'])

/** A second after the screen is there; what stands far down a page comes later still. */
const AFTER_THE_SCREEN = '/assets/live-reads-'

function codeOf(lhr: Result): Promise<number> {
  const { items: all } = requests.parse(lhr.audits['network-requests']?.details)
  const later = all.findIndex(({ url }) => url.includes(AFTER_THE_SCREEN))
  const items = later === -1 ? all : all.slice(0, later)
  return codeSize(items.filter(({ resourceType = '' }) => CODE.has(resourceType)).map(({ url }) => url))
}

function complaintsOf(lhr: Result): string[] {
  return Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
    auditRefs.flatMap(({ id: audit, weight }) => {
      const { score, title, displayValue = '' } = lhr.audits[audit] ?? {}
      if (weight === 0 || score === null || score === undefined || score >= 0.9) return []
      return [`${id}: ${title} ${displayValue}`.trim()]
    }),
  )
}

async function figuresOf(name: string, lhr: Result): Promise<Figures> {
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    name,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: Math.round(value('largest-contentful-paint')),
    cls: value('cumulative-layout-shift'),
    tbtMs: Math.round(value('total-blocking-time')),
    codeBytes: await codeOf(lhr),
    complaints: complaintsOf(lhr),
  }
}

/** Measures one page in a browser of its own, whose cache is empty; somebody may be signed in. */
export async function measurePage(about: {
  name: string
  run: Run
  who: Who
  path: string
  /** folder of the browser's profile */
  profile: string
}): Promise<Figures> {
  const { name, run, who, path, profile } = about
  await mkdir(profile, { recursive: true })
  const port = await freePort()
  const { executablePath, args } = await browserProgram()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  try {
    await signIn(context, run, who)
    const result = await lighthouse(run.gateway + path, {
      port,
      logLevel: 'error',
      // who is signed in stays so
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    })
    if (!result) throw new Error(`${name} was not measured`)
    const { lhr } = result
    if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`)
    return await figuresOf(name, lhr)
  } finally {
    await context.close()
  }
}
