import type { BrowserContext, Page } from 'playwright-core'
import { CANARY, CANARY_HOST, payloadsIn } from './payloads.ts'

/** What a profile has seen of the payloads so far. */
export type Canary = {
  /** payloads that ran: each is a hole */
  executed: Set<string>
  /** payloads that stood on a page as text, by their numbers */
  drawn: Set<number>
  /** what the content security policy had to stop: nothing ran, but something was taken for markup */
  stopped: string[]
  /** reads what stands on the page now */
  look(page: Page): Promise<void>
}

/** Runs in the page. */
const tellViolations = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  console.debug('stopped by policy: ' + violatedDirective + ' ' + blockedURI + ' ' + sample)
})`
/** Runs in the page: its text, and what stands in attributes that people are told. */
const textOfPage = `[document.title, document.body.innerText, ...[...document.querySelectorAll('[alt],[aria-label],[title],[value]')].map(
  (element) => ['alt', 'aria-label', 'title', 'value'].map((name) => element.getAttribute(name) ?? '').join(' ')
)].join('\\n')`

/** Watches all pages of a profile for payloads that run. */
export async function watchCanary(context: BrowserContext): Promise<Canary> {
  const executed = new Set<string>()
  const drawn = new Set<number>()
  const stopped: string[] = []
  await context.exposeFunction(CANARY, (number: unknown) => {
    executed.add(`payload ${String(number)}`)
  })
  await context.addInitScript({ content: tellViolations })
  context.on('request', (request) => {
    if (new URL(request.url()).hostname === CANARY_HOST) executed.add(`request ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    executed.add(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('console', (message) => {
    if (message.text().startsWith('stopped by policy')) stopped.push(message.text())
  })
  return {
    executed,
    drawn,
    stopped,
    async look(page) {
      const text = await page.evaluate<string>(textOfPage)
      for (const number of payloadsIn(text)) drawn.add(number)
    },
  }
}
