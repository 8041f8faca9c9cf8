// A service of CEPs as the operator may name one, which answers as each test tells it.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const praca = {
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
}

export class CepService {
  /** What it was asked, oldest first. */
  readonly asked: string[] = []
  private answer: RequestListener = (_, response) => void response.end(JSON.stringify(praca))
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? '')
    this.answer(request, response)
  })

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening))
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }

  get env(): Record<string, string> {
    return { BALCAO_CEP_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/ws/{cep}/json/` }
  }

  answers(answer: RequestListener): void {
    this.answer = answer
  }

  says(body: string | Buffer, status = 200, headers: Record<string, string> = {}): void {
    this.answers((_, response) => void response.writeHead(status, headers).end(body))
  }
}
