import { createSocket } from 'node:dgram'

/**
 * A program: answers every DNS question on the address given to it with "no such name". Podman's own name server
 * passes on what it does not know, and waits ten seconds where nobody answers.
 */
const socket = createSocket('udp4')
socket.on('message', (question, from) => {
  const answer = Uint8Array.from(question)
  const [opcode = 0] = question.subarray(2, 3)
  answer.set([opcode | 0x80, 0x83], 2)
  socket.send(answer, from.port, from.address)
})
socket.bind(53, process.argv[2])
