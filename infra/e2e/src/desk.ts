import type { Run } from '@talad/dev/run-file'
import { until } from '@talad/shared/testing/wait'
import type { Browser, Locator, Page } from 'playwright-core'
import { type Visitor, visitor } from './browser.ts'
import { approveSignIn } from './browser-job.ts'
import { settled } from './play.ts'
import { adminWords as w } from './words.ts'

const DESK = { width: 1_440, height: 900, scale: 1 }
const PHONE = { width: 390, height: 844 }
/** the narrowest there is: only what does not fit is looked for */
const NARROWEST = { width: 320, height: 844 }

/** An admin signs in at the admins' app, and approves it in (the sandbox of) the Join app. */
export async function signInAtDesk(run: Run, { page }: Pick<Visitor, 'page'>, joinId: string): Promise<void> {
  await page.goto(run.admin)
  await page.getByRole('button', { name: w.of('signIn.join') }).click()
  await approveSignIn(page, joinId)
  await page.getByRole('heading', { level: 1, name: w.of('home.title') }).waitFor()
}

/** Somebody of the staff at the admins' app. */
export async function atDesk(browser: Browser, run: Run, joinId: string): Promise<Visitor> {
  const clerk = await visitor(browser, DESK)
  await signInAtDesk(run, clerk, joinId)
  return clerk
}

/** Looks at a screen of the desk as it is on a desk and on a phone. @returns what is wider than the window */
export async function look({ page, shot }: Visitor, name: string): Promise<string[]> {
  const wide: string[] = []
  for (const { width, height } of [NARROWEST, PHONE, DESK]) {
    await page.setViewportSize({ width, height })
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (Number(beyond) > 0) wide.push(`${name} is ${beyond} px wider than ${width} px`)
    if (width !== NARROWEST.width) await shot(`${name}-${width}`)
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
  await loaded(page)
}

/** Waits until a screen shows what it asked for. The network is no sign of it: a desk asks again and again. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const nothingWaits = async () => (await page.locator('.skeleton').count()) === 0 || undefined
  await until('nothing of the screen is waited for', nothingWaits)
  await settled(page)
}

/** The row of the queue that is about this. */
export const rowOf = (page: Page, name: string): Locator => page.locator('tbody tr', { hasText: name })

export async function openQueue(page: Page, run: Run): Promise<void> {
  await page.goto(`${run.admin}/flags`)
  await page.getByRole('heading', { level: 1, name: w.of('flag.title') }).waitFor()
}

/** Opens the case of an item in the queue. */
export async function openCase(page: Page, run: Run, name: string): Promise<void> {
  await openQueue(page, run)
  await rowOf(page, name).getByRole('button').first().click()
  await page.getByRole('heading', { level: 2, name }).waitFor()
}

/** Opens what somebody waits for in a queue, from the menu, and has all of it shown (AW-15). */
export async function openOf({ page, shot }: Visitor, desk: string, customerId: string): Promise<void> {
  await page.getByRole('link', { name: desk, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: desk }).waitFor()
  await shot(`admin-${desk}`)
  await page.locator('tbody tr', { hasText: customerId }).first().getByRole('button').first().click()
  await page.getByRole('button', { name: w.of('reveal.button') }).click()
}

/** What is typed as the reason of a decision. */
export const REASON = 'ตรวจแล้วถูกต้อง'

/** AW-3: types the word and a reason, and sees that it is done. */
export async function decide(
  { page, shot }: Visitor,
  how: string,
  word: string,
  done: string | RegExp = w.of('decision.done'),
): Promise<void> {
  await page.getByRole('button', { name: how, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.of('decision.reason')).fill(REASON)
  await dialog.getByLabel(w.like('decision.word')).fill(word)
  await shot(`admin-${how}`)
  await dialog.getByRole('button', { name: how, exact: true }).click()
  await dialog.getByText(done).waitFor()
  await dialog
    .getByRole('button', { name: w.of('common.close'), exact: true })
    .last()
    .click()
  await page.getByRole('button', { name: w.of('desk.back') }).click()
}
