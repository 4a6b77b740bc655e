import { type PersonKey, personOf } from '@talad/demo/people'
import type { Run } from '@talad/dev/run-file'
import { control } from '@talad/dev/seed/site'
import { generateToken, requestWebview, web3Authorize, web3Nonce } from '@talad/proto/http/identity/accounts'
import { Wallet } from 'ethers'
import type { APIResponse, Browser, BrowserContext } from 'playwright-core'
import { z } from 'zod'
import { newProfile } from './browser.ts'

/** Who looks at the site: a demonstration person, somebody with nothing but a wallet, or nobody in particular. */
export type Who = PersonKey | 'stranger' | 'visitor'

const started = z.object({ sessionId: z.string() })
const nonce = z.object({ message: z.string() })

/** A key that nobody else has, for somebody who never used Join. It must never hold anything of value. */
const STRANGERS_KEY = `0x${'5e'.repeat(32)}`

async function body(response: APIResponse): Promise<unknown> {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`)
  return response.json()
}

export async function approveAtJoin(context: BrowserContext, run: Run, userId: string): Promise<void> {
  const redirectUrl = `${run.gateway}/auth/join`
  const asked = await context.request.post(run.gateway + requestWebview.path, { data: { redirectUrl } })
  const { sessionId } = started.parse(await body(asked))
  const decision = { decision: 'approve', userId }
  await control(run, 'POST', `join/sessions/${sessionId}`, decision)
  await body(await context.request.get(run.gateway + generateToken.path, { params: { sessionId } }))
}

export async function signInWithWallet(context: BrowserContext, run: Run, wallet: Wallet): Promise<void> {
  const from = wallet.address.toLowerCase()
  const asked = await context.request.get(run.gateway + web3Nonce.path, { params: { from } })
  const { message } = nonce.parse(await body(asked))
  const signature = await wallet.signMessage(message)
  await body(await context.request.post(run.gateway + web3Authorize.path, { data: { from, signature } }))
}

/** The cookie is the server's; that there is a session is noted by the page. */
async function remember(context: BrowserContext, run: Run): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${run.gateway}/favicon.svg`)
  await page.evaluate(
    `localStorage.setItem('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() }))`,
  )
  await page.close()
}

/** Signs in whoever the sandbox of Join knows by this id, without the screens. */
export async function signInToJoin(context: BrowserContext, run: Run, userId: string): Promise<void> {
  await approveAtJoin(context, run, userId)
  await remember(context, run)
}

/** Signs somebody in without the screens. */
export async function signIn(context: BrowserContext, run: Run, who: Who): Promise<void> {
  if (who === 'visitor') return
  if (who !== 'stranger') return signInToJoin(context, run, personOf(who).joinId)
  await signInWithWallet(context, run, new Wallet(STRANGERS_KEY))
  await remember(context, run)
}

/** One browser profile for each person, made and signed in when it is first needed. */
export type Crowd = {
  profileOf(who: Who): Promise<BrowserContext>
  close(): Promise<void>
}

export function gatherCrowd(browser: Browser, run: Run): Crowd {
  const profiles = new Map<Who, Promise<BrowserContext>>()
  const open = async (who: Who) => {
    const context = await newProfile(browser)
    await signIn(context, run, who)
    // stays open: the browser ends a process with its last tab, and with it the app's code, fonts and pictures
    await (await context.newPage()).goto(`${run.gateway}/favicon.svg`)
    return context
  }
  return {
    profileOf(who) {
      const known = profiles.get(who) ?? open(who)
      profiles.set(who, known)
      return known
    },
    async close() {
      for (const profile of profiles.values()) await (await profile).close()
    },
  }
}
