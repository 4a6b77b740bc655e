import type { Guard } from './guard.ts'

export type Result = { name: string; problems: string[]; warnings: string[]; seconds: number }

/** Runs the guards, at most `width` at once, and tells each result as it comes. A guard that breaks has failed. */
export async function runGuards(
  guards: Guard[],
  root: string,
  width: number,
  tell: (result: Result) => void,
): Promise<boolean> {
  const waiting = [...guards]
  let good = true
  const worker = async () => {
    for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) {
      const result = await runGuard(guard, root)
      good &&= result.problems.length === 0
      tell(result)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return good
}

async function runGuard({ name, inspect }: Guard, root: string): Promise<Result> {
  const start = performance.now()
  const verdict = await inspect(root).catch((cause: unknown) => ({
    problems: [cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)],
  }))
  return { name, warnings: [], ...verdict, seconds: (performance.now() - start) / 1000 }
}

/** One line per guard; below it what it found when it failed, and then its warnings. */
export function render({ name, problems, warnings, seconds }: Result): string {
  const verdict = problems.length === 0 ? 'ok  ' : 'FAIL'
  const lines = [
    ...problems.flatMap((text) => text.split('\n')),
    ...warnings.map((warning) => `warning: ${warning}`),
  ]
  return [
    `${verdict}  ${name.padEnd(12)}${seconds.toFixed(1).padStart(6)} s`,
    ...lines.map((line) => `      ${line}`),
  ].join('\n')
}
