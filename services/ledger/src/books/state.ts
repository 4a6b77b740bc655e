import type { BooksEvent } from './events.ts'

type Freeze = { since: Date; faults: number; found: readonly string[] }
type Proved = Extract<BooksEvent, { type: 'BooksProved' }>['data']

/** The books as a whole: what was proved last, and whether withdrawals are frozen (LG-17). */
export type Books = {
  proof: Proved | undefined
  /** the last proof without a fault: the head that is published */
  whole: Proved | undefined
  frozen: Freeze | undefined
  changedAt: Date | undefined
  changedBy: string
  /** counts the freezes and thaws */
  version: number
}

export const noBooks: Books = {
  proof: undefined,
  whole: undefined,
  frozen: undefined,
  changedAt: undefined,
  changedBy: '',
  version: 0,
}

/** The books after an event. */
export function evolve(books: Books, { type, data }: BooksEvent): Books {
  switch (type) {
    case 'BooksProved':
      return { ...books, proof: data, whole: data.faults === 0 ? data : books.whole }
    case 'BooksFrozen': {
      const { at: since, faults, found } = data
      const changed = { changedAt: since, changedBy: 'the nightly proof', version: books.version + 1 }
      return { ...books, ...changed, frozen: { since, faults, found } }
    }
    case 'BooksThawed':
      return {
        ...books,
        frozen: undefined,
        changedAt: data.at,
        changedBy: data.by,
        version: books.version + 1,
      }
  }
}
