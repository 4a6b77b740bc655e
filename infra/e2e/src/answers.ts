import type { Problem } from '@talad/proto/http/common'
import type { Page, Route } from 'playwright-core'
import type { z } from 'zod'
import { literally } from './words.ts'

/** A call of the contracts, as far as it is found on the wire. */
type Called = { method: string; path: string; params?: z.ZodType | undefined }

/**
 * What a page hears instead of the site's own answer. For states that a sound system shows only for a moment, or
 * hardly ever; everything that can be had for real is.
 */
function meets({ method, path, params }: Called): { matches: (url: URL) => boolean; method: string } {
  const steps = path
    .split('/')
    .map((step) => (step.startsWith(':') ? `(?<${step.slice(1)}>[^/]+)` : literally(step)))
  const form = new RegExp(`^${steps.join('/')}$`)
  const matches = ({ pathname }: URL) => {
    const found = form.exec(pathname)
    // `/shipping/crypto` has the form of `/shipping/:shipping_id`, and is another call
    const given = Object.entries(found?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
    return found !== null && (params === undefined || params.safeParse(Object.fromEntries(given)).success)
  }
  return { matches, method }
}

async function onCall(page: Page, called: Called, act: (route: Route) => Promise<void>): Promise<void> {
  const { matches, method } = meets(called)
  await askForEverything(page)
  await page.route(matches, (route) => (route.request().method() === method ? act(route) : route.fallback()))
}

const asking = new WeakSet<Page>()
/** What the gateway has drawn, and what it has read for that. */
const DRAWN = /<div id="root">.*<\/div><script type="application\/json" id="first-page">.*?<\/script>/s

/** A page comes with its first answers: here it comes without, so that it asks for them. */
async function askForEverything(page: Page): Promise<void> {
  if (asking.has(page)) return
  asking.add(page)
  await page.route(/^/, async (route) => {
    const request = route.request()
    if (request.resourceType() !== 'document' || request.method() !== 'GET') return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    if (!response.headers()['content-type']?.startsWith('text/html')) return route.fulfill({ response })
    const body = (await response.text()).replace(DRAWN, () => '<div id="root"></div>')
    return route.fulfill({ response, body })
  })
}

const hung = new WeakMap<Page, Route[]>()

/** The call is never answered. */
export function hang(page: Page, called: Called): Promise<void> {
  return onCall(page, called, async (route) => {
    hung.set(page, [...(hung.get(page) ?? []), route])
  })
}

/** Gives up the calls that hang: a page that is closed would let them through to the site at last. */
export async function giveUp(page: Page): Promise<void> {
  for (const route of hung.get(page) ?? []) await route.abort()
}

/** The call is answered this much later. */
export function slow(page: Page, called: Called, ms: number): Promise<void> {
  return onCall(page, called, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue().catch(() => undefined) // the page may have gone
  })
}

/** The call is refused, as the gateway would. @returns how to let it through again */
export async function refuse(
  page: Page,
  called: Called,
  status: number,
  code: string,
  about: Pick<Problem, 'details'> = {},
): Promise<() => Promise<void>> {
  const type = `/docs/errors#${code}`
  const problem: Problem = { type, title: code, status, code, message: code, requestId: 'scene', ...about }
  const body = JSON.stringify(problem)
  await onCall(page, called, (route) => route.fulfill({ status, contentType: 'application/json', body }))
  return () => {
    asking.delete(page)
    return page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

/** The call is answered with this, and the site doesn't hear of it. */
export function answer<Body extends z.ZodType>(
  page: Page,
  called: Called & { status: number; response: Body },
  body: z.input<Body>,
): Promise<void> {
  return onCall(page, called, (route) => route.fulfill({ status: called.status, json: body }))
}

/** The answer is the site's own, with some of it changed. */
export function change<Body extends z.ZodType>(
  page: Page,
  called: Called & { response: Body },
  edit: (body: z.output<Body>) => z.input<Body>,
): Promise<void> {
  return onCall(page, called, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: edit(called.response.parse(await response.json())) })
  })
}
