import { ResponseError } from '@talad/proto/http/client'
import { refetch } from '@talad/ui/client/query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keys } from '../../../market/reads/query-keys.ts'
import {
  type Claim,
  claimOf,
  findPress,
  forgetPress,
  isOver,
  isRefusedCall,
  keepPress,
  nextPress,
  type Press,
} from '../claiming.ts'
import { type ClaimInput, latestQuery, pressClaim, type Trigger, triggerQuery } from './triggers.ts'

/** What a claim has changed is read again. */
const readAgain = () => refetch(keys.triggers, keys.holdings, keys.campaign, keys.virtual)

function stateOf(
  press: Press | undefined,
  trigger: Trigger | undefined,
  send: { isPending: boolean; isError: boolean },
): Claim {
  if (send.isPending) return { kind: 'sending' }
  if (trigger) return claimOf(trigger)
  if (press?.triggerId !== undefined) return { kind: 'pending', triggerId: press.triggerId }
  return press ? { kind: 'unheard' } : { kind: 'none' }
}

/**
 * CA-33, CA-40: claims a campaign, and follows the claim to its end, also one that was begun before a reload or in another
 * window. What may have been sent is never sent as something else.
 */
export function useClaim(account: string, campaignId: string) {
  const [press, setPress] = useState(() => findPress(account, campaignId))
  const latest = useQuery(latestQuery(account, campaignId)).data
  const send = useMutation({
    mutationFn: ({ input, key }: Press) => pressClaim(campaignId, input, key),
    onSuccess: (trigger, sent) => {
      const next = { ...sent, triggerId: trigger.triggerId }
      setPress(next)
      if (isOver(claimOf(trigger))) forgetPress(next)
      else keepPress(next)
    },
    onError: (error, sent) => {
      if (!isRefusedCall(error)) return
      forgetPress(sent)
      setPress(undefined)
    },
    onSettled: readAgain,
  })
  // begun elsewhere, or its answer is lost
  const id = press?.triggerId ?? (latest?.status === 100 ? latest.triggerId : undefined)
  const isOpen = send.data?.triggerId !== id || send.data?.status === 100
  const followed = useQuery({ ...triggerQuery(id ?? ''), enabled: id !== undefined && isOpen }).data
  const trigger = followed?.triggerId === id ? followed : send.data?.triggerId === id ? send.data : undefined
  const claim = stateOf(press, id === undefined ? undefined : trigger, send)
  const isEnded = trigger !== undefined && trigger.status !== 100
  const isClosed = isOver(claim)
  useEffect(() => {
    if (isClosed && press) forgetPress(press)
  }, [isClosed, press])
  useEffect(() => {
    if (isEnded) void readAgain()
  }, [isEnded])
  const { mutate, isPending } = send
  const isLost = press !== undefined && press.triggerId === undefined
  // after a reload: whether it was sent isn't known, and sent again it is the same
  useEffect(() => {
    if (isLost && !isPending && !send.isError && !send.data && press) mutate(press)
  }, [isLost, isPending, send.isError, send.data, press, mutate])
  return {
    claim,
    latest: latest ?? undefined,
    /** why the call itself was refused */
    error: send.error instanceof ResponseError && isRefusedCall(send.error) ? send.error : undefined,
    press: (input: ClaimInput) => {
      if (claim.kind === 'sending' || claim.kind === 'pending') return
      const wanted = { account, campaignId, input }
      const next = nextPress(wanted, press && { press, claim }, crypto.randomUUID())
      setPress(next)
      keepPress(next)
      mutate(next)
    },
  }
}
