"""Recognizes sentences in a WAV file of 8 kHz with pocketsphinx, and prints one a line: transcribe.py FILE SENTENCE..."""

# cspell:ignore ratecv
import audioop
import sys
import wave

from pocketsphinx import Decoder

RATE = 16_000
PAUSE = "<sil>"

path, *sentences = sys.argv[1:]
with wave.open(path) as file:
    pcm, _ = audioop.ratecv(file.readframes(file.getnframes()), 2, 1, file.getframerate(), RATE, None)
decoder = Decoder(samprate=RATE, lm=None, loglevel="FATAL")
decoder.add_jsgf_string(
    "call", f"#JSGF V1.0; grammar call; public <call> = ( {' | '.join(f'( {sentence} )' for sentence in sentences)} )+;"
)
decoder.activate_search("call")
decoder.start_utt()
decoder.process_raw(pcm, full_utt=True)
decoder.end_utt()
words = " ".join(segment.word.split("(")[0] for segment in decoder.seg() if not segment.word.startswith(("<", "[")))
while words:
    sentence = next((one for one in sentences if words.startswith(one)), words)
    print(sentence)
    words = words[len(sentence) :].strip()
