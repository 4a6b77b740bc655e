import {
  type FavouriteKind,
  listFavourites,
  MOST_FAVOURITES,
  mergeFavourites,
  putFavourite,
  removeFavourite,
} from '@talad/proto/http/identity/favourites'
import { stored } from '@talad/ui/browser/storage'
import { say } from '@talad/ui/browser/toast'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { languageThere } from '@talad/ui/i18n/language'
import { onSession, useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { text } from '../../i18n/index.ts'
import { keys } from '../reads/query-keys.ts'
import { messageOf } from '../refusals/rejection-texts.ts'

const ids = z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(MOST_FAVOURITES)
const chosen = z.object({ asset: ids, collection: ids })
/** Ids of what is liked, the newest first. */
type Chosen = z.infer<typeof chosen>

const NOTHING: Chosen = { asset: [], collection: [] }

/** What a visitor likes stays in the browser until they sign in. */
const KEY = 'talad.favourites'
const kept = stored(KEY, chosen, () => window.localStorage)
let here = kept.read() ?? NOTHING
/** While the account is told what was liked before. */
let merging: Promise<void> | undefined
const listeners = new Set<() => void>()

function tellListeners() {
  for (const listener of listeners) listener()
}

function keep(next: Chosen) {
  here = next
  if (next.asset.length + next.collection.length === 0) kept.clear()
  else kept.write(next)
  tellListeners()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const likedHere = () => here
const isMergingNow = () => merging !== undefined

const keyOf = (account: string | undefined) => [keys.favourites, account]

type Answer = z.infer<typeof listFavourites.response>
const chosenOf = ({ assets, collections }: Answer): Chosen => ({
  asset: assets.map(({ id }) => id),
  collection: collections.map(({ id }) => id),
})

/** With one more of a kind, or one less. */
export function changed(now: Chosen, kind: FavouriteKind, id: string, liked: boolean): Chosen {
  const others = now[kind].filter((known) => known !== id)
  return { ...now, [kind]: liked ? [id, ...others].slice(0, MOST_FAVOURITES) : others }
}

/** Shows the change at once; what the server doesn't take is taken back. */
async function change(account: string, kind: FavouriteKind, id: string, liked: boolean): Promise<void> {
  const queryKey = keyOf(account)
  await merging
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Chosen>(queryKey, (now) => changed(now ?? NOTHING, kind, id, liked))
  try {
    if (liked) await call(putFavourite, { params: { kind, id } })
    else await call(removeFavourite, { params: { kind, id } })
  } catch (error) {
    say(messageOf(error), 'error')
    await queryClient.invalidateQueries({ queryKey })
  }
}

/** What is kept here goes only after the account has it: a page that is left in between does it again. */
async function merge(account: string): Promise<void> {
  try {
    const merged = await call(mergeFavourites, { body: { assets: here.asset, collections: here.collection } })
    queryClient.setQueryData(keyOf(account), chosenOf(merged))
    keep(NOTHING)
    if (merged.left_out > 0) {
      await languageThere()
      say(text('favourite.leftOut'), 'error')
    }
  } catch {
    // tried again with the next page or sign-in
  }
  merging = undefined
  tellListeners()
}

/** What somebody liked before they signed in becomes part of what their account likes. */
export function startFavourites(): void {
  // another tab of this browser
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY) return
    here = kept.read() ?? NOTHING
    tellListeners()
  })
  onSession((session) => {
    if (session.kind !== 'user' || merging || here.asset.length + here.collection.length === 0) return
    merging = merge(session.accountId)
  })
}

/** What the person likes, and how to change it; of a visitor it is kept in this browser. */
export function useFavourites() {
  const session = useSession()
  const account = session.kind === 'user' ? session.accountId : undefined
  const local = useSyncExternalStore(subscribe, likedHere, likedHere)
  const isMerging = useSyncExternalStore(subscribe, isMergingNow, isMergingNow)
  const query = useQuery({
    queryKey: keyOf(account),
    queryFn: async ({ signal }) => chosenOf(await call(listFavourites, {}, { signal })),
    enabled: account !== undefined && !isMerging,
    staleTime: 300_000,
  })
  const liked = account === undefined ? local : (query.data ?? NOTHING)
  return {
    liked,
    // whose they are is not known at once
    isPending: session.kind === 'starting' || (account !== undefined && query.isPending),
    error: account === undefined ? null : query.error,
    retry: () => void query.refetch(),
    onlyHere: session.kind === 'visitor',
    toggle(kind: FavouriteKind, id: string) {
      const next = !liked[kind].includes(id)
      if (account === undefined) keep(changed(here, kind, id, next))
      else void change(account, kind, id, next)
    },
  }
}
