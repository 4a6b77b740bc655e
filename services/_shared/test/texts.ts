import type { Outgoing } from '../src/bus/port.ts'

export type Text = Outgoing

/** A message that is nothing but a text. */
export function outgoingText(text: string, key = 'k', topic = 'test.text.v1'): Text {
  return { topic, key, type: 'test.v1.Text', payload: Buffer.from(text) }
}
