import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/**
 * How a document is stored: as BSON. The library stores objects, which each commit serializes again, page by page, and
 * which updates change in place. Bytes are written as they are, and a reader needs no protection from a writer.
 */
final class StoredDocument {
    private static final int USUAL_BYTES = 512;

    private StoredDocument() {}

    static Object encode(Document document) {
        ByteBuf bytes = Unpooled.buffer(USUAL_BYTES);
        BsonEncoder.encodeDocument(document, bytes);
        return ByteBufUtil.getBytes(bytes);
    }

    /**
     * Returns a document that the caller may change; `null` for none.
     *
     * @param stored BSON; or a document, if an earlier version wrote the file
     */
    static Document decode(Object stored) {
        if (stored instanceof byte[] bytes) {
            return BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes));
        }
        return stored == null ? null : ((Document) stored).cloneDeeply();
    }
}
