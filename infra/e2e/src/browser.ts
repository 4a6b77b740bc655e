import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { root } from '@talad/dev/config'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { barriers } from './barriers.ts'

const shots = join(root, 'infra/e2e/shots')
const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].filter(
  (path): path is string => path !== undefined && existsSync(path),
)

// Not the package's own: they are for a platform with a single process, in which the tabs of one person hear those of
// another, and they switch web security off.
const plainArgs = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none']

/** Chromium on this machine: an installed one, or the one that npm brought. */
export async function browserProgram(): Promise<{ executablePath: string; args: string[] }> {
  const [own] = installed
  if (own !== undefined) return { executablePath: own, args: ['--no-sandbox'] }
  return { executablePath: await sparticuz.executablePath(), args: [...plainArgs] }
}

/** Opens Chromium, in which all tabs of a person share a process, which doesn't begin anew with every tab then. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, args } = await browserProgram()
  return chromium.launch({ executablePath, args: [...args, '--process-per-site'] })
}

/** A new person in the browser, with a phone in Thai: own cookies, own storage. */
export async function newProfile(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    reducedMotion: 'reduce',
    // what it answers, pages for one, is beyond the reach of the routes of a test
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  return context
}

/** Somebody with a phone in Thai. */
export type Visitor = {
  page: Page
  /** a picture of what they see, for people to look at; what is hard to use on it counts as a fault */
  shot(name: string): Promise<void>
  /** what went wrong so far: errors in the console, what the content security policy refused, barriers (WCAG 2.1 AA) */
  faults: readonly string[]
  close(): Promise<void>
}

const wcag = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }

export type VisitorOptions = { width?: number; height?: number; scale?: number; touch?: boolean }

/** Somebody new whose pages are watched. */
export async function visitor(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 390, height = 844, scale = 2, touch = false } = options
  const context = await newProfile(browser, {
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: touch,
    serviceWorkers: 'allow',
  })
  const faults: string[] = []
  await watch(context, faults)
  const page = await context.newPage()
  await mkdir(shots, { recursive: true })
  return {
    page,
    faults,
    async shot(name) {
      await page.screenshot({ path: join(shots, `${name}.png`) })
      faults.push(...(await barriers(page, wcag)).map((barrier) => `${name}: ${barrier}`))
    },
    close: () => context.close(),
  }
}

/** Runs in the page. */
const reportViolations = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  console.error('refused by the content security policy: ' + violatedDirective + ' ' + blockedURI)
})`

/** Notes what goes wrong on the pages of a context. */
export async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  await context.addInitScript({ content: reportViolations })
  context.on('page', (page) => {
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error')
        faults.push(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
  })
}
