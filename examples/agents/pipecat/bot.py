"""A Pipecat bot with the stock TwilioFrameSerializer and no model service: flite speaks, pocketsphinx recognizes."""

import array
import asyncio
import math
import os
import sys
import tempfile
import wave

import uvicorn
from fastapi import FastAPI, WebSocket
from loguru import logger
from pipecat.frames.frames import (
    EndWorkerFrame,
    InputAudioRawFrame,
    OutputTransportMessageFrame,
    StartFrame,
    TTSAudioRawFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.runner.utils import parse_telephony_websocket
from pipecat.serializers.twilio import TwilioFrameSerializer
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from pipecat.workers.runner import WorkerRunner
from pocketsphinx import Decoder

RATE = 16_000
FRAME_BYTES = 640
LOUDNESS = 300
SPEECH_MS, SILENCE_MS = 200, 600
REPLIES = ["yes please", "no thank you", "please repeat that", "please do not call me again"]
LINES = ["Thank you. Shall I book the appointment for Monday?", "Thank you for your time. Goodbye."]

logger.remove()
logger.add(sys.stderr, level="WARNING")


async def speak(text: str) -> bytes:
    """Speaks a text: 16-bit PCM at 16 kHz."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "speech.wav")
        flite = await asyncio.create_subprocess_exec(os.environ.get("FLITE", "flite"), "-voice", "slt", "-t", text, "-o", path)
        if await flite.wait() != 0:
            raise RuntimeError("flite failed")
        with wave.open(path) as file:
            return file.readframes(file.getnframes())


decoder = Decoder(samprate=RATE, lm=None, loglevel="FATAL")
decoder.add_jsgf_string("replies", f"#JSGF V1.0; grammar replies; public <reply> = {' | '.join(REPLIES)};")
decoder.activate_search("replies")


def hear(pcm: bytes) -> str:
    """Recognizes one of the replies. A grammar is quick, and exact over a telephone line."""
    decoder.start_utt()
    decoder.process_raw(pcm, full_utt=True)
    decoder.end_utt()
    return decoder.hyp().hypstr if decoder.hyp() else ""


def loudness_of(pcm: bytes) -> float:
    samples = array.array("h", pcm)
    return math.sqrt(sum(sample * sample for sample in samples) / max(1, len(samples)))


class Script(FrameProcessor):
    """Greets the contact, says a line after each of its turns, and hangs up after the last one."""

    def __init__(self, parameters: dict):
        super().__init__()
        self.name_of_contact = parameters.get("name", "there")
        self.turn, self.speech_ms, self.silence_ms, self.next_line = b"", 0.0, 0.0, 0

    async def report(self, **message):
        """Sends a message of Outdial's own. Twilio ignores it."""
        await self.push_frame(OutputTransportMessageFrame(message=message))

    async def say(self, text: str):
        await self.report(event="outdial.message", role="assistant", content=text)
        pcm = await speak(text)
        await self.push_frame(TTSStartedFrame())
        for at in range(0, len(pcm), FRAME_BYTES):
            await self.push_frame(
                TTSAudioRawFrame(audio=pcm[at : at + FRAME_BYTES], sample_rate=RATE, num_channels=1)
            )
        await self.push_frame(TTSStoppedFrame())

    async def answer(self, pcm: bytes):
        text = await asyncio.to_thread(hear, pcm)
        await self.report(event="outdial.message", role="user", content=text)
        await self.say(LINES[self.next_line])
        self.next_line += 1
        if self.next_line == len(LINES):
            await self.report(event="outdial.output", data={"Turns": self.next_line})
            await self.push_frame(EndWorkerFrame(), FrameDirection.UPSTREAM)

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            await self.listen(frame.audio)
            return
        await self.push_frame(frame, direction)
        if isinstance(frame, StartFrame):
            self.create_task(self.say(f"Hello {self.name_of_contact}, this is an automated call."))

    async def listen(self, pcm: bytes):
        ms = len(pcm) * 1000 / (2 * RATE)
        loud = loudness_of(pcm) > LOUDNESS
        self.speech_ms += ms if loud else 0
        self.silence_ms = 0 if loud else self.silence_ms + ms
        if self.speech_ms > 0:
            self.turn += pcm
        if self.speech_ms == 0 or self.silence_ms < SILENCE_MS:
            return
        turn, enough = self.turn, self.speech_ms >= SPEECH_MS
        self.turn, self.speech_ms, self.silence_ms = b"", 0.0, 0.0
        if enough and self.next_line < len(LINES):
            await self.answer(turn)


app = FastAPI()


@app.websocket("/ws")
async def call(websocket: WebSocket):
    await websocket.accept()
    _, started = await parse_telephony_websocket(websocket)
    serializer = TwilioFrameSerializer(
        stream_sid=started["stream_id"],
        call_sid=started["call_id"],
        # With these the serializer hangs up by Twilio's REST call, which Outdial serves.
        account_sid=os.environ["OUTDIAL_ORG"],
        auth_token=os.environ["OUTDIAL_KEY"],
        base_url=os.environ["OUTDIAL_URL"],
    )
    transport = FastAPIWebsocketTransport(
        websocket=websocket,
        params=FastAPIWebsocketParams(
            audio_in_enabled=True, audio_out_enabled=True, add_wav_header=False, serializer=serializer
        ),
    )
    worker = PipelineWorker(
        Pipeline([transport.input(), Script(started["body"]), transport.output()]),
        params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
    )

    @transport.event_handler("on_client_disconnected")
    async def leave(_transport, _client):
        await worker.cancel()

    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ.get("PORT", "7861")), log_level="info")
