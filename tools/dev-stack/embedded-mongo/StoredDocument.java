import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.BsonJavaScript;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.BsonConstants;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Collection;
import java.util.Map;

/**
 * How a document is stored: as BSON. The library stores objects, which each commit serializes again, page by page, and
 * which updates change in place. Bytes are written as they are, and a reader needs no protection from a writer.
 */
final class StoredDocument {
    private static final int USUAL_BYTES = 512;
    private static final int MAX_BYTES = BsonConstants.MAX_BSON_OBJECT_SIZE;
    /** More than a number, a date, an id or the frame of a longer value, with the index of an element. */
    private static final int OTHER_BYTES = 40;

    private StoredDocument() {}

    static Object encode(Document document) {
        return ByteBufUtil.getBytes(encoded(document));
    }

    private static ByteBuf encoded(Document document) {
        ByteBuf bytes = Unpooled.buffer(USUAL_BYTES);
        BsonEncoder.encodeDocument(document, bytes);
        return bytes;
    }

    /**
     * Refuses a document that could be stored, but never read again.
     *
     * @throws MongoServerError as MongoDB does
     */
    static void requireStorable(Document document) {
        if (atMost(document) > MAX_BYTES && encoded(document).readableBytes() > MAX_BYTES) {
            throw new MongoServerError(10334, "BSONObjectTooLarge", "The document is larger than " + MAX_BYTES + " bytes");
        }
    }

    /** At least as many bytes as a value takes: to encode each document twice would take longer. */
    private static long atMost(Object value) {
        if (value instanceof String text) {
            return OTHER_BYTES + 3L * text.length();
        }
        if (value instanceof BinData data) {
            return OTHER_BYTES + (long) data.getData().length;
        }
        long sum = OTHER_BYTES;
        if (value instanceof Map<?, ?> fields) {
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                sum += 3L * field.getKey().toString().length() + atMost(field.getValue());
            }
        } else if (value instanceof Collection<?> elements) {
            for (Object element : elements) {
                sum += atMost(element);
            }
        } else if (value instanceof BsonRegularExpression || value instanceof BsonJavaScript) {
            sum += 3L * value.toString().length();
        }
        return sum;
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
