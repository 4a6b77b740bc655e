import type { Run } from '@talad/dev/run-file'
import type { Browser, Locator, Page } from 'playwright-core'
import { signInAtDesk } from './admin-desk.ts'
import { type Visitor, visitor } from './browser.ts'
import { adminWords } from './words.ts'

const DESK = { width: 1_440, height: 900, scale: 1 }
const PHONE = { width: 390, height: 844 }

/** Somebody of the staff at the admins' app. */
export async function atDesk(browser: Browser, run: Run, joinId: string): Promise<Visitor> {
  const clerk = await visitor(browser, DESK)
  await signInAtDesk(run, clerk, joinId)
  return clerk
}

/** Looks at a screen of the desk as it is on a desk and on a phone. @returns what is wider than the window */
export async function look({ page, shot }: Visitor, name: string): Promise<string[]> {
  const wide: string[] = []
  for (const { width, height } of [PHONE, DESK]) {
    await page.setViewportSize({ width, height })
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (Number(beyond) > 0) wide.push(`${name} is ${beyond} px wider than ${width} px`)
    await shot(`${name}-${width}`)
  }
  return wide
}

/** How a screen may be dressed. */
export const DRESSES = [
  ['th', 'light'],
  ['en', 'dark'],
  ['th', 'dark'],
  ['en', 'light'],
] as const

/** Chooses language and theme as the foot of the menu does, and reads the page again. */
export async function dressed(page: Page, language: 'th' | 'en', theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    `localStorage.setItem('talad.language', '"${language}"'); localStorage.setItem('talad.theme', '"${theme}"')`,
  )
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** The row of the queue that is about this. */
export const rowOf = (page: Page, name: string): Locator => page.locator('tbody tr', { hasText: name })

export async function openQueue(page: Page, run: Run): Promise<void> {
  await page.goto(`${run.admin}/flags`)
  await page.getByRole('heading', { level: 1, name: adminWords.of('flag.title') }).waitFor()
}

/** Opens the case of an item in the queue. */
export async function openCase(page: Page, run: Run, name: string): Promise<void> {
  await openQueue(page, run)
  await rowOf(page, name).getByRole('button').first().click()
  await page.getByRole('heading', { level: 2, name }).waitFor()
}
