import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

// What is right, and the way to each element, would take axe as long again; nobody reads it.
const onlyWhatIsWrong: RunOptions = { resultTypes: ['violations'], selectors: false }

/** What keeps people from using a page, as far as a program can see it: the rules of axe and the elements that break them. */
export async function barriers(page: Page, options: RunOptions): Promise<string[]> {
  for (const frame of page.frames())
    if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(axe.source)
  const asked = JSON.stringify({ ...onlyWhatIsWrong, ...options })
  const found = await page.evaluate(`axe.run(document, ${asked}).then(({ violations }) => violations)`)
  return violations
    .parse(found)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}
