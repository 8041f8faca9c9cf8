// Milliseconds from starting a command to its first 200 on an address; the median of five, each ended before the next.
//   node cold-start.mjs URL COMMAND ARGS…
import { spawn } from 'node:child_process'
import { get } from 'node:http'

const [url, command, ...args] = process.argv.slice(2)
const answers = () =>
  new Promise((done) => {
    const request = get(url, { agent: false }, (answer) => {
      answer.resume()
      done(answer.statusCode === 200)
    })
    request.on('error', () => done(false)) // nobody listens yet
  })

const times = []
for (let count = 0; count < 5; count += 1) {
  const started = performance.now()
  const child = spawn(command, args, { stdio: 'ignore' })
  const ended = new Promise((done) => child.on('exit', done))
  while (!(await answers())) {
    if (performance.now() - started > 10_000) throw new Error(`${command} does not answer on ${url}`)
    await new Promise((done) => setTimeout(done, 1))
  }
  times.push(performance.now() - started)
  child.kill('SIGTERM')
  await ended
}
console.log(Math.round(times.sort((a, b) => a - b)[2]))
