import { stored } from '@talad/ui/browser/storage'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { IDLE_MS, type Idle, idleAt } from '../lib/idle.ts'

const LOOK_EVERY_MS = 1_000
/** The storage is not written at every move of a mouse. */
const NOTE_EVERY_MS = 5_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** When somebody last used any tab of the app. */
const lastSeen = stored('talad.desk.seen', z.number(), () => window.localStorage)

/** Notes that somebody is here. */
export function noteHere(): void {
  lastSeen.write(Date.now())
}

/** AW-14: how long nobody has used the app, in any of its tabs; looked at each second, also after a machine has slept. */
export function useIdle(): { idle: Idle; endsAt: number } {
  const [state, setState] = useState<{ idle: Idle; endsAt: number }>({ idle: 'active', endsAt: 0 })
  useEffect(() => {
    let noted = 0
    noteHere()
    const look = () => {
      const seen = lastSeen.read() ?? Date.now()
      const idle = idleAt(seen, Date.now())
      setState((before) =>
        before.idle === idle && before.endsAt === seen + IDLE_MS ? before : { idle, endsAt: seen + IDLE_MS },
      )
    }
    const sign = () => {
      // in the last minutes a hand on the mouse is not enough: the person answers the question
      if (idleAt(lastSeen.read() ?? 0, Date.now()) !== 'active' || Date.now() - noted < NOTE_EVERY_MS) return
      noted = Date.now()
      noteHere()
    }
    const timer = window.setInterval(look, LOOK_EVERY_MS)
    for (const name of SIGNS) window.addEventListener(name, sign, { passive: true })
    return () => {
      window.clearInterval(timer)
      for (const name of SIGNS) window.removeEventListener(name, sign)
    }
  }, [])
  return state
}
