import type { CollectionKey } from '@talad/demo/collections'
import type { PersonKey } from '@talad/demo/people'
import type { Locator, Page } from 'playwright-core'
import type { z } from 'zod'
import { answer, change, hang, refuse } from './answers.ts'
import { perform, type Stage, type Step, untilAlive } from './scene.ts'
import type { Token } from './shop.ts'
import { messageStays } from './toast.ts'
import type { WordKey } from './words.ts'

/** Something on the page; as a step, it is waited for. */
export type Find = (stage: Stage, from?: Page | Locator) => Locator

/** A text of the catalogue, in the language of the person and with any values, or a text that is the same in both. */
type Text = WordKey | RegExp
type Exact = { exact?: boolean }
export const exact = { exact: true }

const said = ({ words }: Stage, text: Text) => (text instanceof RegExp ? text : words.any(text))

const byRole =
  (role: Parameters<Page['getByRole']>[0]) =>
  (text?: Text, options: Exact = {}): Find =>
  (stage, from = stage.page) =>
    from.getByRole(role, text === undefined ? {} : { name: said(stage, text), ...options })

/** What may be looked for on a page. */
export const the = {
  alert: byRole('alert'),
  banner: byRole('banner'),
  button: byRole('button'),
  cell: byRole('cell'),
  checkbox: byRole('checkbox'),
  combobox: byRole('combobox'),
  dialog: byRole('dialog'),
  group: byRole('group'),
  heading: byRole('heading'),
  link: byRole('link'),
  list: byRole('list'),
  listitem: byRole('listitem'),
  main: byRole('main'),
  menuitem: byRole('menuitem'),
  navigation: byRole('navigation'),
  option: byRole('option'),
  radio: byRole('radio'),
  table: byRole('table'),
  tabpanel: byRole('tabpanel'),
  textbox: byRole('textbox'),
  text:
    (wanted: Text, options: Exact = {}): Find =>
    (stage, from = stage.page) =>
      from.getByText(said(stage, wanted), options),
  label:
    (wanted: Text, options: Exact = {}): Find =>
    (stage, from = stage.page) =>
      from.getByLabel(said(stage, wanted), options),
  css:
    (selector: string): Find =>
    ({ page }, from = page) =>
      from.locator(selector),
}

export const within =
  (outer: Find, inner: Find): Find =>
  (stage, from) =>
    inner(stage, outer(stage, from))
export const inDialog = (inner: Find): Find => within(the.dialog(), inner)
export const inMain = (inner: Find): Find => within(the.main(), inner)
export const nth =
  (find: Find, index: number): Find =>
  (stage, from) =>
    find(stage, from).nth(index)
export const first = (find: Find): Find => nth(find, 0)
export const last = (find: Find): Find => nth(find, -1)

/** Several steps as one. */
export const all =
  (...steps: Step[]): Step =>
  (stage) =>
    perform(stage, steps)

/** Opens a page of the site: an address, or where a token is shown. */
export const at =
  (where: string | Token | ((stage: Stage) => string | Promise<string>)): Step =>
  async (stage) => {
    if (typeof where === 'string') await stage.go(where)
    else await stage.go(typeof where === 'function' ? await where(stage) : stage.shop.pathOf(where))
  }
export const atCollection = (key: CollectionKey, search = '') =>
  at(({ shop }) => shop.collectionPath(key) + search)
/** The address of a demonstration person's wallet. */
export const walletOf = (who: PersonKey, { run }: Stage) =>
  run.accounts.find(({ key }) => key === who)?.address ?? ''

export const click =
  (find: Find): Step =>
  (stage) =>
    find(stage).click()
export const fill =
  (find: Find, value: string): Step =>
  (stage) =>
    find(stage).fill(value)
export const press =
  (key: string): Step =>
  ({ page }) =>
    page.keyboard.press(key)
export const gone =
  (find: Find): Step =>
  (stage) =>
    find(stage).waitFor({ state: 'detached' })
/** Clicks, and waits for an answer of this status. */
export const clickAnswered =
  (find: Find, status: number): Step =>
  async (stage) => {
    const answered = stage.page.waitForResponse((response) => response.status() === status)
    await find(stage).click()
    await answered
  }

export const alive: Step = ({ page }) => untilAlive(page)
/** Goes to the end of the page, as who reads it does: what is far down comes when somebody is near, or much later. */
export const readDown = async ({ page }: Pick<Stage, 'page'>) => {
  await untilAlive(page)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
}
/** A message at the top of the screen, which stays. */
export const message =
  (wanted?: WordKey): Step =>
  ({ page, words }) =>
    messageStays(page, wanted === undefined ? undefined : words.of(wanted))
export const onPaper: Step = ({ page }) => page.emulateMedia({ media: 'print' })
/** Runs in each page, before it begins. */
export const script =
  (content: string): Step =>
  ({ page }) =>
    page.addInitScript({ content })
export const clock: Step = ({ page }) => page.clock.install()
export const later =
  (ms: number): Step =>
  ({ page }) =>
    page.clock.fastForward(ms)

type Called = Parameters<typeof hang>[1]

/** These calls are never answered. */
export const hung =
  (...calls: Called[]): Step =>
  async ({ page }) => {
    for (const called of calls) await hang(page, called)
  }
export const refused =
  (called: Called, status: number, code: string, about: Parameters<typeof refuse>[4] = {}): Step =>
  async ({ page }) => {
    await refuse(page, called, status, code, about)
  }
/** These calls fail, with a fault of the site. */
export const failing = (...calls: Called[]): Step =>
  all(...calls.map((called) => refused(called, 500, 'internal')))
export const answered =
  <Body extends z.ZodType>(
    called: Called & { status: number; response: Body },
    body: (stage: Stage) => z.input<Body>,
  ): Step =>
  (stage) =>
    answer(stage.page, called, body(stage))
export const changed =
  <Body extends z.ZodType>(
    called: Called & { response: Body },
    edit: (body: z.output<Body>, stage: Stage) => z.input<Body>,
  ): Step =>
  (stage) =>
    change(stage.page, called, (body) => edit(body, stage))
