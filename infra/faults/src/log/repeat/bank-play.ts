import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { Deps } from '@talad/bank-withdrawal/deps'
import { service } from '@talad/bank-withdrawal/service'
import { type Random, randomFrom, times } from '@talad/demo/random'
import { BooksFrozenSchema, BooksThawedSchema } from '@talad/proto/ledger/v1/books'
import { CapturedSchema } from '@talad/proto/ledger/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { type Bank, put, ways, withdrawalOf } from './bank-ways.ts'
import { consumersPlay } from './consumers-play.ts'
import { hear, NOW, type Script, type Step, sent, woven } from './steps.ts'

const WITHDRAWALS = 3
const MOST_PROOFS = 4

const at = timestampFromDate(NOW)

/** The books are frozen, thawed, and so on. */
function booksOf(random: Random): { steps: Step<Bank>[]; copy: string } {
  const proofs = 1 + Math.floor(random() * MOST_PROOFS)
  const steps = times(proofs, (n) => {
    const about = { at, revision: n + 1 }
    const out =
      n % 2 === 0
        ? outgoing('ledger.books.v1', 'ledger', BooksFrozenSchema, { ...about, faults: 1, found: ['one'] })
        : outgoing('ledger.books.v1', 'ledger', BooksThawedSchema, { ...about, by: 'operator:a', note: '' })
    return hear<Bank>(sent('ledger', `books.${n}`, out))
  })
  return { steps, copy: `books ${proofs % 2 === 1 ? 't' : 'f'} ${proofs}` }
}

/** Some withdrawals, each of a customer of its own, who buys things too. */
function scriptOf(seed: string): Script<Bank> {
  const random = randomFrom(seed)
  const books = booksOf(random)
  const lives = times(WITHDRAWALS, (n) => {
    const asked = withdrawalOf(`${n} of ${seed}`)
    const way = ways[Math.floor(random() * ways.length)]
    if (!way) throw new Error('a withdrawal goes no way')
    const bought = asked.ledger(CapturedSchema, { ...asked.about, flow: 'shipping', amount: 1n })
    return { asked, steps: [bought, ...way.steps(asked, random)], copy: `${asked.id} ${way.end}` }
  })
  return {
    async given(deps) {
      for (const { asked } of lives) await put(deps, asked)
    },
    steps: woven([books.steps, ...lives.map(({ steps }) => steps)], random),
    copies: [books.copy, ...lives.map(({ copy }) => copy)],
  }
}

export const bankPlay = consumersPlay<Deps>(service, {
  look: {
    copies: `select concat_ws(' ', id, status, settled, released, incident is not null) as row from withdrawal
      union all select concat_ws(' ', 'books', frozen, revision) from books`,
    unordered: { withdrawal: ['version'] },
    counting: ['revision'],
  },
  scriptOf,
})
