import { z } from 'zod'
import { address, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** Wallets of one person that are told at most: as many as lists take. */
export const MOST_WALLETS = 20

/** ID-42: what everybody may know of a person: the name that they chose, and the wallets that it stands beside anyway. */
export const getPerson = endpoint({
  name: 'getPerson',
  service: 'identity',
  method: 'GET',
  path: `${base.public}/person/:who`,
  auth: { kind: 'visitor' },
  summary:
    'Who is meant by a public name, a name of the name service or an address of a wallet. Of who has no public name only the wallet that was asked for is told. An addition of this project.',
  params: z.object({
    who: words(60)
      .refine((text) => text !== '', 'must not be empty')
      .describe(
        'public name, in any way of writing that looks the same, name of the name service, which has a dot inside (ID-40), or address of a wallet',
      ),
  }),
  status: 200,
  response: z.object({
    display_name: z.string().nullable().describe('the name that the person chose; null: none'),
    ens: z
      .string()
      .nullable()
      .describe(
        'name in the name service of the wallet asked for, else of the first (ID-40); null: none, or it is away',
      ),
    picture: z
      .string()
      .nullable()
      .describe(
        'path of the picture that the person chose (ID-39); without a name of the wallet asked for alone',
      ),
    wallets: z
      .array(address)
      .describe(`wallets in lower case, at most ${MOST_WALLETS}; without a name the one asked for`),
  }),
  errors: ['validation', 'not_found', 'unavailable'],
  cacheable: true,
})

export const findPeople = endpoint({
  name: 'findPeople',
  service: 'identity',
  method: 'GET',
  path: `${base.public}/people`,
  auth: { kind: 'visitor' },
  summary: 'People whose public name begins so (ID-42), at most five. An addition of this project.',
  query: z.object({
    q: words(60).min(2).describe('how the name begins, in any way of writing that looks the same'),
  }),
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          display_name: z.string().describe('the name that the person chose'),
          picture: z.string().nullable().describe('path of the picture that the person chose (ID-39)'),
        }),
      )
      .describe('the shortest name first'),
  }),
  errors: ['validation'],
  limit: 'search',
  cacheable: true,
})

export const peopleHttp = { getPerson, findPeople }
