import { type Order, type PutOrderBody, putOrder } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { withAssessment } from '../assessment/assessment.ts'
import { SignatureRefused, type SignControl, type Signer, type TypedOrder } from './signer.ts'
import { forgetUnfinished, rememberAsked, workingOn } from './unfinished.ts'

type Context = { signer: Signer; control: SignControl; onStage: (stage: 'sign' | 'put') => void }

/** The same order with its signature. */
export function withSignature({ order, ...body }: PutOrderBody, signature: string): PutOrderBody {
  return { ...body, order: { ...order, order: { ...order.order, signature } } }
}

export async function put(body: PutOrderBody): Promise<Order> {
  return (await withAssessment(() => call(putOrder, { body }))).order
}

/**
 * Has an order signed and puts it. Where a phone signs, what was asked is kept until then: a page that is loaded anew, or
 * opened after this one was closed by the phone, goes on with it.
 * @param body without its signature. @throws SignatureRefused, what `putOrder` refuses
 */
export async function signAndPut(
  { signer, control, onStage }: Context,
  typed: TypedOrder,
  body: PutOrderBody,
  putIt: (body: PutOrderBody) => Promise<Order> = put,
): Promise<Order> {
  if (control.signal.aborted) throw new SignatureRefused('cancelled')
  const id = crypto.randomUUID()
  return workingOn(id, control.signal, async () => {
    onStage('sign')
    const onAsked: SignControl['onAsked'] = ({ requestId, link }) =>
      rememberAsked(id, { requestId, link, body })
    try {
      const signature = await signer.signOrder(typed, { ...control, onAsked })
      onStage('put')
      return await putIt(withSignature(body, signature))
    } finally {
      forgetUnfinished(id)
    }
  })
}
